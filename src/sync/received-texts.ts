import type { Transaction } from '../contract/normal-records.ts'
import type { ListOutcome, ListOutcomes } from '../store/outcome.ts'
import type { ListEnd } from '../store/state.ts'
import type { ReceivedTransaction } from '../store/transaction-row.ts'
import type { HoldingsRead, ListAnswer } from './read-holdings.ts'
import type { ListReadEnd } from './service/read-list.ts'

/** `place`: of the first of them. */
export function receivedTransactions(
  transactions: readonly Transaction[],
  place: number,
): readonly ReceivedTransaction[] {
  return transactions.map((transaction, index) => ({
    transaction,
    text: receivedText(transaction),
    place: place + index,
  }))
}

export function listOutcome<R extends Pick<Transaction, 'text' | 'received'>>(
  read: ListAnswer<R>,
): ListOutcome<R> {
  if ('refused' in read) return read
  const { records } = read
  return { records, texts: records.map(receivedText), end: listEnd(read) }
}

export function holdingsOutcome({ vaults, ...balances }: HoldingsRead): ListOutcomes {
  const { balances: all, 'balances-cold': cold, 'balances-warm': warm } = balances
  return {
    ...{ vaults: listOutcome(vaults), balances: listOutcome(all) },
    ...{ 'balances-cold': listOutcome(cold), 'balances-warm': listOutcome(warm) },
  }
}

export function listEnd({ completeness, doubts, begun, ended, since }: ListReadEnd): ListEnd {
  return { completeness, doubts: [...doubts], begun, ended, ...(since !== null && { since }) }
}

function receivedText({ text, received }: Pick<Transaction, 'text' | 'received'>): string {
  return text ?? JSON.stringify(received ?? null)
}
