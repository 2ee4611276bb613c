/** Every report, and what pages show beside them. Adding one is a file and a line. */
import type { AnyFigure, AnyReport } from './entry.ts'
import { changesEntry } from './changes/changes.ts'
import { confirmationEntry } from './statements/confirmation.ts'
import { chartFigure, choicesFigure } from './statements/figures.ts'
import { ledgerEntry } from './statements/ledger.ts'
import { statementEntry } from './statements/statement.ts'

export const reports: readonly AnyReport[] = [
  statementEntry,
  ledgerEntry,
  confirmationEntry,
  changesEntry,
]

export const figures: readonly AnyFigure[] = [chartFigure, choicesFigure]
