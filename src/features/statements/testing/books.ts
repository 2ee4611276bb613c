/** Books of the simulation, as a service would have given them. */
import { dayText } from '../../../api/dates/day.ts'
import { type Books, settleBooks } from '../../../books/books.ts'
import type { Settlement } from '../../../books/settle.ts'
import { createTransactionTable } from '../../../books/transaction-table.ts'
import type { SimulatedLedger, Step } from './ledger.ts'

/** The books of these transactions, the newest first, and vaults; read on the last day of the simulation, or as `over` has it. */
export function simulatedBooks(
  { transactions, vaults }: Pick<SimulatedLedger, 'vaults'> & { readonly transactions: Transactions },
  over: Partial<Books['transactions']['days']> &
    Partial<Pick<Books, 'ended'>> & { readonly doubts?: string[] } = {},
): Books {
  const last = Math.max(0, ...transactions.map(({ day }) => day ?? 0))
  const { ended = `${dayText(last)}T03:04:06.000Z`, doubts = [], ...days } = over
  const end = {
    ...{ completeness: 'complete' as const, isUnchecked: false, since: null, doubts },
    ...{ rows: transactions.length, pages: 3, passes: 2, repairs: 0, late: 0, begun: ended, ended },
  }
  const none = { ...end, doubts: [], rows: 0, records: [] }
  const table = createTransactionTable()
  for (const { transaction, day } of transactions.toReversed()) table.add(transaction, day)
  return {
    ...{ service: 'http://service', account: null, begun: '2022-01-14T03:04:05.000Z', ended },
    ...{ update: null, reread: null, whitelists: none },
    holdings: [{ vaults: { ...none, records: vaults }, balances: { all: none, cold: none, warm: none } }],
    transactions: {
      ...end,
      table: table.table(),
      days: { failure: null, form: 'day', formOfLinks: 'day', whose: 'utc', requests: 20, ...days },
    },
  }
}

type Transactions = readonly {
  readonly transaction: SimulatedLedger['transactions'][number]['transaction']
  readonly day: number | null
}[]

/** What the product makes of these transactions and vaults. */
export function settled(ledger: Parameters<typeof simulatedBooks>[0]): Settlement {
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
