/** Every report, and what pages show beside them. */
import type { ReportName } from '../contract/list-names.ts'
import { activityFigure } from './activity.ts'
import { changesEntry } from './changes/changes.ts'
import { counterpartiesEntry } from './counterparties.ts'
import { counterpartyEntry } from './counterparty/counterparty.ts'
import { counterpartyFigure } from './counterparty/party-figures.ts'
import type { AnyFigure, AnyReport } from './entry.ts'
import { feeAssetsFigure } from './fee-assets.ts'
import { feesEntry } from './fees.ts'
import { postingsEntry } from './postings.ts'
import { reconciliationEntry } from './reconciliation/reconciliation-report.ts'
import { reviewEntry } from './review/review-report.ts'
import { sampleEntry } from './samples/sample.ts'
import { shiftFigure } from './shift.ts'
import { confirmationEntry } from './statements/confirmation.ts'
import { chartFigure, choicesFigure } from './statements/figures.ts'
import { ledgerEntry } from './statements/ledger.ts'
import { statementEntry } from './statements/statement.ts'
import { zoneDaysFigure } from './zone-days.ts'

const byName: Readonly<Record<ReportName, AnyReport>> = {
  statement: statementEntry,
  'holding-ledger': ledgerEntry,
  'balance-confirmation': confirmationEntry,
  changes: changesEntry,
  postings: postingsEntry,
  counterparties: counterpartiesEntry,
  counterparty: counterpartyEntry,
  fees: feesEntry,
  sample: sampleEntry,
  reconciliation: reconciliationEntry,
  'whitelist-review': reviewEntry,
}
export const reports = Object.values(byName)

export const figures: readonly AnyFigure[] = [
  activityFigure,
  chartFigure,
  choicesFigure,
  counterpartyFigure,
  feeAssetsFigure,
  shiftFigure,
  zoneDaysFigure,
]
