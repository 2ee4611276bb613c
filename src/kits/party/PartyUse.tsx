import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { counted } from '../../contract/count-text.ts'
import {
  type CounterpartyFigure,
  countOf,
  type Direction,
  type PartyFlow,
} from '../../contract/counterparty.ts'
import { outcomes } from '../../contract/outcomes.ts'
import type { LinkRefusal } from '../../contract/report.ts'
import { Amount } from '../../display/amounts.tsx'
import { RecordedDay } from '../../display/recorded-day.tsx'
import { FromRecords } from '../../list/FromRecords.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { type PartyLink, transactionsHref } from '../../url/hrefs.ts'
import { OutcomeLink } from '../totals/OutcomeLink.tsx'
import styles from './party.module.css'

/** What went to a party and came from it, or why that is not known. */
export default function PartyUse({
  party,
  query,
  own = null,
  none,
}: {
  party: PartyLink
  query: UseQueryResult<CounterpartyFigure | { readonly refusal: LinkRefusal }>
  /** The direction of the transaction beside it, which is counted too. */
  own?: Direction | null
  none: string
}) {
  return (
    <FromRecords query={query} what="The history of this counterparty" waiting={<SkeletonText width="60%" />}>
      {(figure) =>
        'refusal' in figure ? (
          <p>{figure.refusal.text}</p>
        ) : (
          <>
            {figure.doubts.length > 0 && <p className={layout.warn}>Transactions may be missing.</p>}
            {countOf(figure.sent) + countOf(figure.received) === 0 ? (
              <p className={layout.small}>{none}</p>
            ) : (
              <ul className={classes(layout.small, styles.use)}>
                <Term name="Sent">
                  <Flow party={party} direction="sent" flow={figure.sent} isOwn={own === 'sent'} />
                </Term>
                <Term name="Received">
                  <Flow
                    party={party}
                    direction="received"
                    flow={figure.received}
                    isOwn={own === 'received'}
                  />
                </Term>
                <Term name="First">
                  <RecordedDay span={figure.recorded?.first ?? null} />
                </Term>
                <Term name="Last">
                  <RecordedDay span={figure.recorded?.last ?? null} />
                </Term>
              </ul>
            )}
          </>
        )
      }
    </FromRecords>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <div className={layout.muted}>{name}</div>
      {children}
    </li>
  )
}

/** Count and sum of completed transactions. Others are shown separately. */
function Flow({
  party: { id, memo },
  direction,
  flow: { counts, totals },
  isOwn,
}: {
  party: PartyLink
  direction: Direction
  flow: PartyFlow
  isOwn: boolean
}) {
  if (counts.length === 0) return <span className={layout.muted}>Nothing</span>
  const filter: TransactionFilter = {
    [direction === 'sent' ? 'sent_to' : 'received_from']: id,
    ...(memo && { memo }),
  }
  return (
    <div className={classes(layout.stack, layout.dense)}>
      {totals.map(({ asset_id, network_id, amount, amountless }) => (
        <div key={JSON.stringify([asset_id, network_id])}>
          <Amount value={amount} asset={asset_id} />
          {amountless > 0 && (
            <span className={layout.warn}> without {counted(amountless, 'amount')} that cannot be read</span>
          )}
        </div>
      ))}
      <div>
        {counts.map(({ outcome, count }, index) => {
          const { statuses } = outcomes[outcome]
          return (
            <span key={outcome} className={outcome === 'completed' ? undefined : layout.muted}>
              {index > 0 && ' · '}
              {outcome === 'completed' ? (
                <Link to={transactionsHref({ ...filter, status: 'completed' })}>
                  {counted(count, 'completed transaction')}
                </Link>
              ) : (
                <OutcomeLink
                  outcome={outcome}
                  count={count}
                  filter={statuses && { ...filter, status: statuses }}
                />
              )}
            </span>
          )
        })}
        {isOwn && <span className={layout.muted}> (with this one)</span>}
      </div>
    </div>
  )
}
