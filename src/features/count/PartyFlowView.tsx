import { counted } from '../../contract/count-text.ts'
import { Amount } from '../../records/amounts.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { type Direction, type PartyAsked, type PartyFlow, partyFilter } from './party.ts'

/** How many transactions, with a link to them, and what the completed ones add up to. */
export function PartyFlowView({
  party,
  direction,
  flow: { count, totals },
  isOwn = false,
}: {
  party: PartyAsked
  direction: Direction
  flow: PartyFlow
  /** The transaction beside it is one of them. */
  isOwn?: boolean
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
