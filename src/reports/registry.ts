/** Every report, and what pages show beside them. Adding one is a file and a line. */

import type { AnyFigure, AnyReport } from './entry.ts'
import { reconciliation } from './reconciliation/reconciliation-report.ts'

export const reports: readonly AnyReport[] = [reconciliation]

export const figures: readonly AnyFigure[] = []
