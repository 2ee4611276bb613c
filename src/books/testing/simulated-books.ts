/** Books of the simulation, as a service would have given them. */
import { dayText } from '../../contract/day.ts'
import { type Books, settleBooks } from '../books.ts'
import type { Settlement } from '../settle.ts'
import type { SimulatedLedger, Step } from './ledger.ts'
import { type BooksOtherwise, datedBooks, nothingHeld, walked } from './made-books.ts'

type Simulated = Pick<SimulatedLedger, 'vaults'> & {
  readonly transactions: Parameters<typeof datedBooks>[0]
}

/** The books of these transactions and vaults; read on the last day of the simulation, or as `over` has it. */
export function simulatedBooks({ transactions, vaults }: Simulated, over: BooksOtherwise = {}): Books {
  const last = Math.max(0, ...transactions.map(({ day }) => day ?? 0))
  return datedBooks(transactions.toReversed(), {
    holdings: [{ ...nothingHeld, vaults: walked(vaults) }],
    begun: '2022-01-14T03:04:05.000Z',
    ended: `${dayText(last)}T03:04:06.000Z`,
    ...over,
  })
}

export function settled(ledger: Simulated): Settlement {
  return settleBooks(simulatedBooks(ledger)).settlement
}

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
