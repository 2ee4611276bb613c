import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useCallback } from 'react'
import { listQuery } from '../api/records.ts'
import type { ConsoleTransaction, ListBody, TransactionFilter } from '../contract/console-api.ts'
import { looseSpelling, type Transaction } from '../contract/normal-records.ts'
import { Party } from '../display/addresses/Address.tsx'
import { Amount } from '../display/amounts.tsx'
import { StatusBadge, TypeLabel } from '../display/badges.tsx'
import styles from '../display/holdings/holdings.module.css'
import { RecordList } from '../display/holdings/RecordList.tsx'
import { RecordedDay } from '../display/recorded-day.tsx'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { transactionHref, transactionsHref } from '../url/hrefs.ts'

type NarrowFilter = Pick<
  TransactionFilter,
  'source_id' | 'destination_id' | 'asset_id' | 'network_id' | 'counterparty' | 'sent_to' | 'memo'
>

/** The first of the list, each with its day. The service promises no order. */
export function TransactionPreview({
  title,
  filter,
  ends,
  nothing,
  all,
  except = null,
}: {
  title: string
  filter: NarrowFilter
  /** Which ends to name. Of a vault's own movements only the other end says something. */
  ends: 'both' | 'source' | 'destination'
  nothing: string
  all: string
  except?: string | null
}) {
  const limit = except === null ? mostShown : mostShown + 1
  const select = useCallback(
    ({ records }: ListBody<ConsoleTransaction>) => ({
      records: records.filter(({ transaction_id: id }) => id === null || id !== except).slice(0, mostShown),
    }),
    [except],
  )
  const query = useQuery({ ...listQuery('transactions', { ...filter, limit }), select })
  return (
    <RecordList
      title={title}
      note="as listed by the service"
      query={query}
      all={{ to: transactionsHref(filter), label: all }}
      nothing={nothing}
      hrefOf={({ transaction_id: id }) => id && transactionHref(id)}
      isOther={(transaction) => isOther(transaction, filter)}
    >
      {(transaction) => <TransactionLine transaction={transaction} ends={ends} />}
    </RecordList>
  )
}

const mostShown = 5

/** Whether a transaction names another vault, whitelist, asset or network than was asked for. */
function isOther({ source, destination, ...transaction }: Transaction, filter: NarrowFilter): boolean {
  const asked = [
    [filter.source_id, source.source_id],
    [filter.destination_id, destination.destination_id],
    [filter.asset_id, transaction.asset_id],
    [filter.network_id, transaction.network_id],
  ] as const
  return asked.some(
    ([value, sent]) =>
      value && sent && [value].flat().every((one) => looseSpelling(one) !== looseSpelling(sent)),
  )
}

function TransactionLine({ transaction, ends }: { transaction: ConsoleTransaction; ends: string }) {
  return (
    <>
      <span className={classes(layout.row, styles.name)}>
        <TypeLabel type={transaction.transaction_type} />
        <StatusBadge status={transaction.status} />
      </span>
      <span className={layout.end}>
        <Amount value={transaction.amount} asset={transaction.asset_id} />
      </span>
      <span className={classes(layout.row, layout.small, styles.parties)}>
        {ends === 'source' && 'from '}
        {ends !== 'destination' && <Party transaction={transaction} end="source" />}
        {ends === 'both' && (
          <>
            <ArrowRight size={12} aria-hidden />
            <VisuallyHidden> to </VisuallyHidden>
          </>
        )}
        {ends === 'destination' && 'to '}
        {ends !== 'source' && <Party transaction={transaction} end="destination" />}
        <span className={layout.end}>
          <RecordedDay span={transaction.recorded} />
        </span>
      </span>
    </>
  )
}
