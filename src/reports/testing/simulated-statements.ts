/** Statements of simulated ledgers, without a store: all that their rules are given. */
import { dayLength, dayText } from '../../contract/day.ts'
import type { Basis } from '../../contract/report.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { createMovementLedger } from '../../ledger/movement-ledger.ts'
import { proveBalances } from '../../ledger/prove-balances.ts'
import type { Simulated } from '../../ledger/testing/simulated-ledger.ts'
import type { StatementQuery } from '../../url/statements.ts'
import { type Scope, scopeOf } from '../statements/scope.ts'

export interface SimulatedOtherwise {
  /** ISO 8601 UTC; by default on the last day of the simulation. */
  readonly asOf?: string
  readonly whose?: 'utc' | 'service'
  readonly doubts?: readonly string[]
}

export function simulatedScope(
  { transactions, vaults }: Simulated,
  query: StatementQuery,
  over: SimulatedOtherwise = {},
): Scope {
  const keeper = createMovementLedger()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  const book = keeper.book()
  const balances = balancesOf(vaults)
  const { whose = 'utc', doubts = [] } = over
  const asOf = Date.parse(asOfSimulated(transactions, over))
  return scopeOf(
    {
      ...{ balanceProof: proveBalances(book, balances), balances },
      ...{ faults: book.faults, faultCount: book.faultCount, joined: new Set() },
      undated: transactions.filter(({ day }) => day === null).length,
    },
    query,
    { asOf, today: Math.floor(asOf / dayLength), whose },
    doubts.length === 0,
  )
}

export function simulatedBasis({ transactions }: Simulated, over: SimulatedOtherwise = {}): Basis {
  const as_of = asOfSimulated(transactions, over)
  return {
    ...{ service: 'http://service.test', account: null, as_of, read_whole: as_of },
    ...{ endpoints: ['/vaults', '/transactions'], read: { records: transactions.length } },
    doubts: over.doubts ?? [],
  }
}

function asOfSimulated(transactions: Simulated['transactions'], { asOf }: SimulatedOtherwise): string {
  const last = Math.max(0, ...transactions.map(({ day }) => day ?? 0))
  return asOf ?? `${dayText(last)}T03:04:06.000Z`
}
