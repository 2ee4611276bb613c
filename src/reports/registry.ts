/** Every report, and what pages show beside them. Adding one is a file and a line. */

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
import { reviewEntry } from './review/whitelist-review.ts'
import { sampleEntry } from './samples/sample.ts'
import { shiftFigure } from './shift.ts'
import { confirmationEntry } from './statements/confirmation.ts'
import { chartFigure, choicesFigure } from './statements/figures.ts'
import { ledgerEntry } from './statements/ledger.ts'
import { statementEntry } from './statements/statement.ts'
import { zoneDaysFigure } from './zone-days.ts'

export const reports: readonly AnyReport[] = [
  statementEntry,
  ledgerEntry,
  confirmationEntry,
  changesEntry,
  postingsEntry,
  counterpartiesEntry,
  counterpartyEntry,
  feesEntry,
  sampleEntry,
  reconciliationEntry,
  reviewEntry,
]

export const figures: readonly AnyFigure[] = [
  activityFigure,
  chartFigure,
  choicesFigure,
  counterpartyFigure,
  feeAssetsFigure,
  shiftFigure,
  zoneDaysFigure,
]
