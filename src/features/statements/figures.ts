/** Where the transactions are of which a figure is made. */
import { dayText } from '../../api/dates/day.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import type { FeeRule, MovementKind } from '../../books/effects.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { TransactionType } from '../../contract/enumerations.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { StatementScope } from './statement.ts'

const typeOf: Readonly<Record<Exclude<MovementKind, 'fees'>, TransactionType>> = {
  deposits: 'deposit',
  from_own: 'rebalance',
  rewards: 'claim',
  withdrawals: 'withdraw',
  to_own: 'rebalance',
}

const incoming: readonly MovementKind[] = ['deposits', 'from_own', 'rewards']

/**
 * The transactions of a figure: of one vault, or, where `key.vault_id` is undefined, of all of them. Null where the service cannot be asked
 * for just those: ids are missing, or a fee is paid for whatever was sent and received.
 */
export function figureHref(
  kind: MovementKind,
  key: Omit<HoldingKey, 'vault_id'> & { readonly vault_id: string | null | undefined },
  { rule, period: { first, last } }: { readonly rule: FeeRule; readonly period: StatementScope['period'] },
): string | null {
  const { vault_id, asset_id, network_id } = key
  if (!asset_id || !network_id || vault_id === null || vault_id === '') return null
  const party = kind === 'fees' ? rule.payer : incoming.includes(kind) ? 'receiver' : 'sender'
  if (party === null) return null
  const filter: Filter<'transactions'> = {
    ...(vault_id !== undefined && { [party === 'sender' ? 'source_id' : 'destination_id']: vault_id }),
    ...(kind === 'fees' ? {} : { transaction_type: typeOf[kind] }),
    ...(kind === 'fees' && rule.asset === 'network' ? {} : { asset_id }),
    network_id,
    status: 'completed',
    start_date: dayText(first),
    end_date: dayText(last),
  }
  return transactionsHref(filter)
}
