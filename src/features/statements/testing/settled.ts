/** Ledgers of the simulation as the product settles them. */
import { balancesOf } from '../../../books/balances.ts'
import { createDayBook } from '../../../books/day-book.ts'
import { type Settlement, settle } from '../../../books/settle.ts'
import type { SimulatedLedger, Step } from './ledger.ts'

/** What the product makes of these transactions and vaults. */
export function settled({
  transactions,
  vaults,
}: Pick<SimulatedLedger, 'transactions' | 'vaults'>): Settlement {
  const keeper = createDayBook()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  return settle(keeper.book(), balancesOf(vaults, readAt))
}

/** When balances were read. */
export const readAt = '2022-01-16T03:04:06.000Z'

/** Steps that no other rule explains: of tokens, in two vaults, each with a fee of its own. */
export const telling: readonly Step[] = (['deposit', 'withdraw', 'rebalance', 'stake'] as const).flatMap(
  (type, index) =>
    [0, 1].flatMap((vault) =>
      (['ETH', 'Q'] as const).map((network, at) => ({
        type,
        status: 'completed' as const,
        vault,
        other: 1 - vault,
        network,
        asset: 1,
        amount: 1000 + index + 10 * vault,
        fee: 7 ** (index + 1) + at + 3 * vault,
        later: 1,
      })),
    ),
)
