/** What is said of a file, and its name. */

import type { AnswerBasis } from '../contract/console-api.ts'
import { dayNumber, isUnfinished, monthEnd } from '../contract/day.ts'
import { readPeriod } from '../url/periods.ts'
import type { ExportFormat } from './list-export.ts'

/** Filters in a name, and characters of one. */
const mostValues = 4
const longestValue = 24

export interface AboutFile {
  readonly fileName: string
  /** By the API's parameter names. */
  readonly parameters: Readonly<Record<string, string>>
  /** When reading began and ended. ISO 8601 UTC. */
  readonly begun: string
  readonly ended: string
  /** Whose days the dates are; null without dates. */
  readonly days: 'utc' | 'service' | null
  readonly completeness: NonNullable<AnswerBasis['completeness']>
  readonly reasons: readonly string[]
  readonly remarks: readonly string[]
  /** Records that may be in the period, and are not in the file. */
  readonly undecided?: number
}

/** The list cannot hold all of a period that ended after reading began. */
export function isBeforeItsEnd({ parameters, begun, days }: AboutFile): boolean {
  const { end_date, at = '', period = '' } = parameters
  const end = end_date ?? readPeriod(period)?.last ?? (dayNumber(at) === null ? undefined : at)
  return end !== undefined && isUnfinished(end, days ?? 'utc', Date.parse(begun))
}

/** Valid on every file system: list or report, period, filter, as of, and marks if its period is not over, or it is not proved complete. */
export function madeFileName(about: AboutFile, format: ExportFormat | 'zip'): string {
  const { fileName, parameters, ended, completeness, undecided = 0 } = about
  // To the second, without what some file systems refuse.
  const instant = `${ended.slice(0, 19).replaceAll(':', '-')}Z`.replace(/[^0-9TZ-]/g, '-')
  const parts = [plainWord(fileName.toLowerCase()), ...scopeOf(parameters), instant]
  const without = undecided === 0 ? '' : `.WITHOUT-${undecided}-UNDECIDED`
  const soFar = isBeforeItsEnd(about) ? '.SO-FAR' : ''
  return `${parts.join('_')}${without}${soFar}${marks[completeness]}.${format}`
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** A long value, such as an address, is left out: cut short, it could be taken for another. */
function scopeOf({ start_date, end_date, ...filter }: AboutFile['parameters']): readonly string[] {
  const values = Object.entries(filter).map(([name, value]) =>
    plainWord(value.length <= longestValue ? value : name),
  )
  const named = values.slice(0, mostValues - 1)
  const all = values.length > mostValues ? [...named, `${values.length - named.length}-more`] : values
  return [...periodWords(start_date, end_date), ...all]
}

/** "2026-10" for a whole month, "2026-10-01-to-2026-10-12", "from-2026-10-01", "to-2026-10-12T08-30-00Z". */
function periodWords(start: string | undefined, end: string | undefined): readonly string[] {
  const first = start && plainWord(start.replace(/T00:00(:00(\.0+)?)?Z$/, ''))
  const last = end && plainWord(end.replace(/T23:59:59\.9{3,}Z$/, ''))
  if (!first) return last ? [`to-${last}`] : []
  if (!last) return [`from-${first}`]
  if (first === last) return [first]
  const day = first.endsWith('-01') ? dayNumber(first) : null
  return day !== null && monthEnd(day) === dayNumber(last) ? [first.slice(0, 7)] : [`${first}-to-${last}`]
}

function plainWord(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, '-')
}
