import type { ReactNode } from 'react'
import { lacksRecords } from '../../api/failure.ts'
import type { DateSpan } from '../../contract/console-api.ts'
import { counted } from '../../contract/count-text.ts'
import { Amount } from '../../records/amounts.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { RecordedDay } from '../../records/recorded-day.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './count.module.css'
import { OutcomeLink } from './OutcomeLink.tsx'
import {
  countOf,
  type Direction,
  type PartyAsked,
  type PartyFlow,
  type PartyHistory,
  partyFilter,
} from './party.ts'
import { outcomeFilter } from './tally.ts'
import type { PartyUses } from './use-party-uses.ts'

export function PartyUseView({
  party,
  use,
  own = null,
  isDated = true,
  none,
}: {
  party: PartyAsked
  /** Null while it is awaited. */
  use: PartyHistory | null
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
      {isDated && <UseDays recorded={use.recorded} />}
    </ul>
  )
}

function UseDays({ recorded }: { recorded: DateSpan | null }) {
  const day = (at: number | undefined) => (
    <RecordedDay span={at === undefined ? null : { from: at, before: at + 1 }} withZone />
  )
  return (
    <>
      <Figure term="First used">{day(recorded?.from)}</Figure>
      <Figure term="Last used">{day(recorded ? recorded.before - 1 : undefined)}</Figure>
    </>
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

/** Count and sum of completed transactions. Others are shown separately. */
function Flow({
  party,
  direction,
  flow: { counts, totals },
  isOwn,
}: {
  party: PartyAsked
  direction: Direction
  flow: PartyFlow
  isOwn: boolean
}) {
  if (counts.length === 0) return <span className={layout.muted}>Nothing</span>
  const filter = partyFilter(party, direction)
  const [completed, others] = [counts.filter(isCompleted), counts.filter((one) => !isCompleted(one))]
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
        {completed.map(({ count }) => (
          <Link key="completed" to={transactionsHref({ ...filter, status: 'completed' })}>
            {counted(count, 'completed transaction')}
          </Link>
        ))}
        {others.map(({ outcome, count }, index) => (
          <span key={outcome} className={layout.muted}>
            {(index > 0 || completed.length > 0) && ' · '}
            <OutcomeLink outcome={outcome} count={count} filter={outcomeFilter(outcome, filter)} />
          </span>
        ))}
        {isOwn && <span className={layout.muted}> (with this one)</span>}
      </div>
    </div>
  )
}

function isCompleted({ outcome }: PartyFlow['counts'][number]): boolean {
  return outcome === 'completed'
}

/** In place of uses that are not there: why. */
export function UsesNote({ uses: { state, failure, retry } }: { uses: PartyUses }) {
  if (state === 'awaited')
    return <p className={layout.small}>First use, last use and totals show once all records are read.</p>
  if (failure && lacksRecords(failure))
    return (
      <p className={layout.small}>
        First use, last use and totals cannot be shown: <UntrustedText text={failure.failure.details} />
      </p>
    )
  return failure && <ErrorBanner error={failure} onRetry={retry} />
}
