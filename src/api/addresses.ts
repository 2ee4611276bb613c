import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { transactionsQuery } from './queries.ts'
import type { Transaction } from './records.ts'
import { useTransactionsRead } from './transactions-read.ts'

/**
 * The transactions that tell the organization's own addresses: of all that this tab has read, and of the latest withdrawals, two for
 * each address, asset and vault. The same array as long as they tell the same. None while nobody wants to know. `isWaiting`: the
 * latest withdrawals are still on their way.
 */
export function useOwnTransactions(wanted: boolean): {
  readonly transactions: readonly Transaction[]
  readonly isWaiting: boolean
} {
  // Once is enough: what is read later tells more by itself.
  const { data, isFetching } = useQuery({
    ...transactionsQuery({ transaction_type: 'withdraw' }, latest),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const read = useTransactionsRead(wanted)
  const [kept, setKept] = useState(nothingTold)
  const telling = useMemo(() => tellingOwn(read, kept.transactions), [read, kept])
  if (kept.facts !== telling.facts) setKept(telling)
  return { transactions: kept.transactions, isWaiting: isFetching && data === undefined }
}

const latest = { limit: 200, offset: 0 }

interface Told {
  /** All that is told as one text, to see whether it is still the same. */
  readonly facts: string
  readonly transactions: readonly Transaction[]
}

const nothingTold: Told = { facts: '', transactions: [] }

/** Two transactions for each thing that is told, since what only one of them tells is news; rather those that told it before. */
function tellingOwn(transactions: readonly Transaction[], before: readonly Transaction[]): Told {
  const byFact = new Map<string, Transaction[]>()
  const read = new Set(transactions)
  for (const transaction of new Set([...before.filter((one) => read.has(one)), ...transactions]))
    for (const fact of ownAddressesIn(transaction)) {
      const telling = byFact.get(fact) ?? []
      byFact.set(fact, telling)
      if (telling.length < 2) telling.push(transaction)
    }
  const telling = new Set([...byFact.values()].flat())
  return {
    facts: [...byFact]
      .map(([fact, { length }]) => `${length} ${fact}`)
      .sort()
      .join('\n'),
    transactions: transactions.filter((one) => telling.has(one)),
  }
}

function ownAddressesIn({ source, destination, network_id, asset_id }: Transaction): readonly string[] {
  return [
    source.source_type === 'vault' && [source.source_address, source.source_id, source.source_name],
    destination.destination_type === 'vault' && [
      destination.destination_address,
      destination.destination_id,
      destination.destination_name,
    ],
  ].flatMap((own) => (own ? [JSON.stringify([...own, network_id, asset_id])] : []))
}
