/** The reconciliation of books, for packs. */
import { type Books, type HoldingsReading, settleBooks } from '../../books/books.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Report } from '../../contract/report.ts'
import type { HeldLists } from '../../reports/reconciliation/figure-pairs.ts'
import { reconciliationReport } from '../../reports/reconciliation/reconciliation-report.ts'
import { basisOf } from '../report/report.ts'

export function reconciledBooks(books: Books, asked: Filter<'balances'> = {}): Report {
  const [latest = nothingRead, earlier = latest] = books.holdings.slice(-2).toReversed().map(heldLists)
  const { settlement } = settleBooks(books)
  return reconciliationReport(
    { latest, earlier, settlement, doubts: books.transactions.doubts },
    basisOf(books, ['vaults', 'balances', 'transactions']),
    asked,
  )
}

function heldLists({ vaults, balances: { all, cold, warm } }: HoldingsReading): HeldLists {
  return {
    vaults: vaults.records,
    balances: { all: all.records, cold: cold.records, warm: warm.records },
  }
}

const nothingRead: HeldLists = { vaults: [], balances: { all: [], cold: [], warm: [] } }
