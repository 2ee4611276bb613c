/** What happens every day: one line for each kind, with a number. */
import type { ReportRow, ReportTable } from '../../contract/report.ts'
import { labelOf, statusLabels } from '../../display/labels.ts'

export interface RoutinePart {
  readonly text: string
  readonly count: number
  readonly href?: string | null
}

export function routineTable(
  rows: readonly ReportRow[],
  others: Pick<ReportTable, 'levels'> = {},
): ReportTable {
  return {
    ...{ name: 'routine', title: 'Routine', rows, ...others },
    columns: [
      { name: 'what', label: 'What', kind: 'text' },
      { name: 'count', label: 'Number', kind: 'count' },
    ],
  }
}

/** `id` tells it from others of the table. */
export function routineRow(id: string, { text, count, href }: RoutinePart): ReportRow {
  return { id, cells: { what: text, count: String(count) }, ...(href && { href }) }
}

/** "Pending, now completed". */
export function forwardText(before: string | null, after: string | null): string {
  return `${statusText(before)}, now ${statusText(after)}`
}

export function statusText(status: string | null): string {
  return labelOf(statusLabels, status)?.label ?? status ?? 'none'
}
