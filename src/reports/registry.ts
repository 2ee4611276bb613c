/** Every report, and what pages show beside them. Adding one is a file and a line. */
import type { AnyFigure, AnyReport } from './entry.ts'

export const reports: readonly AnyReport[] = []

export const figures: readonly AnyFigure[] = []
