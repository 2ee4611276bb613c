/** What happens every day: one line for each kind, with a number, which opens to its numbers. */
import type { ReportRow, ReportTable } from '../../contract/report.ts'
import { labelOf, statusLabels } from '../../records/labels.ts'

export interface RoutineLine {
  readonly what: string
  readonly parts: readonly RoutinePart[]
}

interface RoutinePart {
  readonly text: string
  readonly count: number
  /** A list of exactly these. */
  readonly href?: string | null
}

export function routineTable(lines: readonly RoutineLine[]): ReportTable {
  return {
    name: 'routine',
    title: 'Routine',
    levels: ['all', 'kind'],
    columns: [
      { name: 'what', label: 'What', kind: 'text' },
      { name: 'count', label: 'Number', kind: 'count' },
    ],
    rows: lines.flatMap(lineRows),
  }
}

function lineRows({ what, parts }: RoutineLine): readonly ReportRow[] {
  const [first, ...more] = parts
  if (first === undefined) return []
  if (more.length === 0) return [partRow(what, { ...first, text: `${what}: ${first.text}` })]
  const count = String(parts.reduce((sum, part) => sum + part.count, 0))
  const rows = parts.map((part, index) => partRow(String(index), part))
  return [{ id: what, cells: { what, count }, parts: rows }]
}

function partRow(id: string, { text, count, href }: RoutinePart): ReportRow {
  return { id, cells: { what: text, count: String(count) }, ...(href && { href }) }
}

/** "Pending, now completed". */
export function forwardText(before: string | null, after: string | null): string {
  return `${statusText(before)}, now ${statusText(after)}`
}

export function statusText(status: string | null): string {
  return labelOf(statusLabels, status)?.label ?? status ?? 'none'
}
