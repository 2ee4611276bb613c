import { type ReactNode, useState } from 'react'
import { counted } from '../../contract/count-text.ts'
import { Amount } from '../../records/amounts.tsx'
import { datesOffTexts, zoneOfDays } from '../../records/dates.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Button } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { useBooks, useBooksView } from '../../work/work.ts'
import styles from './count.module.css'
import { type Direction, type PartyAsked, type PartyFlow, type PartyUse, partyFilter } from './party.ts'

/** How often and how much each party was used. Dates come without asking if there are few transactions. */
export function usePartyUses(asked: readonly PartyAsked[], canHaveDates = true) {
  const { books } = useBooks()
  const { dates } = usePreferences()
  const parties = useStableValue(asked)
  const [isAsked, setAsked] = useState(false)
  const undated = useBooksView('party-use', books, { parties, isDated: false }).data
  const rows = undated?.rows ?? 0
  const isWanted = canHaveDates && dates
  const isDated = isWanted && rows > 0 && (isAsked || rows <= mostRows)
  const dated = useBooksView('party-use', isDated ? books : null, { parties, isDated: true }).data
  const answer = dated ?? undated
  const whose = books?.transactions.days.whose ?? 'utc'
  const textOf = (day: string | null): ReactNode => {
    if (day !== null) return `${day} ${zoneOfDays(whose)}`
    if (isDated && !dated) return <SkeletonText width="5rem" />
    return <span title={answer?.off ? datesOffTexts[answer.off] : 'Not every date is known'}>–</span>
  }
  return {
    isKnown: books !== null,
    at: (place: number): UseInWords | null => {
      const [party, use] = [parties[place], answer?.uses[place]]
      if (!party || !use) return null
      return { party, use, ...(canHaveDates && { first: textOf(use.first), last: textOf(use.last) }) }
    },
    /** A button, if there are many transactions. */
    find: isWanted && answer?.off === null && rows > mostRows && !isAsked && (
      <Button small onClick={() => setAsked(true)}>
        Find first and last use of {counted(rows, 'transaction')}
      </Button>
    ),
  }
}

/** Finding more dates takes a while. */
const mostRows = 60

interface UseInWords {
  readonly party: PartyAsked
  readonly use: PartyUse
  readonly first?: ReactNode
  readonly last?: ReactNode
}

export function PartyUseView({
  shown,
  own = null,
  none,
}: {
  shown: UseInWords | null
  /** The direction of the transaction beside it, which is counted too. */
  own?: Direction | null
  none: string
}) {
  if (!shown) return <SkeletonText width="60%" />
  const { party, use, first, last } = shown
  if (use.sent.count + use.received.count === 0) return <p className={layout.small}>{none}</p>
  return (
    <ul className={classes(layout.small, styles.use)}>
      <Figure term="Sent">
        <Flow party={party} direction="sent" flow={use.sent} isOwn={own === 'sent'} />
      </Figure>
      <Figure term="Received">
        <Flow party={party} direction="received" flow={use.received} isOwn={own === 'received'} />
      </Figure>
      {first && <Figure term="First used">{first}</Figure>}
      {last && <Figure term="Last used">{last}</Figure>}
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

/** How many transactions, with a link to them, and what the completed ones add up to. */
function Flow({
  party,
  direction,
  flow: { count, totals },
  isOwn,
}: {
  party: PartyAsked
  direction: Direction
  flow: PartyFlow
  isOwn: boolean
}) {
  if (count === 0) return <span className={layout.muted}>Nothing</span>
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
        <Link to={transactionsHref(partyFilter(party, direction))}>{counted(count, 'transaction')}</Link>
        {isOwn && ', including this one'}
      </div>
    </div>
  )
}
