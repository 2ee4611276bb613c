import type { ReactNode } from 'react'
import { useRevision } from '../../api/revision.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { Amount } from '../../records/amounts.tsx'
import { datesOffTexts, zoneOfDays } from '../../records/dates.ts'
import { labelOf } from '../../records/labels.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './count.module.css'
import { outcomes } from './outcomes.ts'
import { countOf, type Direction, type PartyAsked, type PartyFlow, type PartyUse, partyFilter } from './party.ts'

export function PartyUseView({
  party,
  use,
  own = null,
  isDated = true,
  none,
}: {
  party: PartyAsked
  /** Null while it is awaited. */
  use: PartyUse | null
  /** The direction of the transaction beside it, which is counted too. */
  own?: Direction | null
  isDated?: boolean
  none: string
}) {
  if (!use) return <SkeletonText width="60%" />
  const { sent, received } = use
  if (countOf(sent) + countOf(received) === 0) return <p className={layout.small}>{none}</p>
  return (
    <ul className={classes(layout.small, styles.use)}>
      <Figure term="Sent">
        <Flow party={party} direction="sent" flow={sent} isOwn={own === 'sent'} />
      </Figure>
      <Figure term="Received">
        <Flow party={party} direction="received" flow={received} isOwn={own === 'received'} />
      </Figure>
      {isDated && (
        <>
          <Figure term="First used">
            <UseDay at={use.recorded?.from ?? null} />
          </Figure>
          <Figure term="Last used">
            <UseDay at={use.recorded && use.recorded.before - 1} />
          </Figure>
        </>
      )}
    </ul>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <li>
      <div className={layout.muted}>{term}</div>
      {children}
    </li>
  )
}

/** `at`: milliseconds since 1970. */
function UseDay({ at }: { at: number | null }) {
  const dates = useRevision()?.dates ?? null
  const off = labelOf(datesOffTexts, dates?.off ?? null)
  if (at !== null) return `${dayText(dayOf(at, 'utc'))} ${zoneOfDays(dates?.days ?? 'utc')}`
  if (dates && !off && !dates.is_complete) return <SkeletonText width="5rem" />
  return <span title={off ?? 'Not every date is known'}>–</span>
}

/** What the completed ones add up to, and how many there are, with links to them. What was not completed stands apart. */
function Flow({
  party,
  direction,
  flow,
  isOwn,
}: {
  party: PartyAsked
  direction: Direction
  flow: PartyFlow
  isOwn: boolean
}) {
  const { counts, totals } = flow
  if (counts.length === 0) return <span className={layout.muted}>Nothing</span>
  const filter = partyFilter(party, direction)
  const others = counts.filter(({ outcome }) => outcome !== 'completed')
  return (
    <div className={classes(layout.stack, layout.dense)}>
      {totals.map(({ asset_id, network_id, amount, unreadable }) => (
        <div key={JSON.stringify([asset_id, network_id])}>
          <Amount value={amount} asset={asset_id} />
          {unreadable > 0 && (
            <span className={layout.warn}> without {counted(unreadable, 'amount')} that cannot be read</span>
          )}
        </div>
      ))}
      <div className={layout.small}>
        <Link to={transactionsHref(filter)}>{counted(countOf(flow), 'transaction')}</Link>
        {isOwn && ', including this one'}
      </div>
      {others.length > 0 && (
        <div className={classes(layout.small, layout.muted)}>
          {others.map(({ outcome, count }) => `${countText(count)} ${outcomes[outcome].words}`).join(', ')}
        </div>
      )}
    </div>
  )
}
