/** Two readings of one record, compared whole. */

import { unmovedStatuses } from '../../contract/enumerations.ts'
import { asFields, asText } from '../../contract/normal-records.ts'

export interface RecordDifference {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** In the fields of the specification; a missing field equals an empty one. The time of retrieval differs at each reading. */
export function recordDifferences(before: unknown, after: unknown): readonly RecordDifference[] {
  const differences: RecordDifference[] = []
  compare(before, after, '', differences)
  return differences
}

/** A sentence about what was final and differs nevertheless; null where the record may have moved on. */
export function finalChange(id: string, before: unknown, after: unknown): string | null {
  const status = asText(asFields(before)?.status)
  return status === null || !finalStatuses.has(status) ? null : anyChange(`${id} as ${status}`, before, after)
}

/** The same about what seldom changes, and not within one reading. */
export function anyChange(name: string, before: unknown, after: unknown): string | null {
  const differences = recordDifferences(before, after)
  if (differences.length === 0) return null
  const told = differences.map(
    ({ field, before: one, after: other }) => `${field} ${textOf(one)} and then ${textOf(other)}`,
  )
  return `The service listed ${name}, with ${told.join(', ')}.`
}

const finalStatuses: ReadonlySet<string> = new Set(['completed', ...unmovedStatuses])

const notCompared: ReadonlySet<string> = new Set(['timestamp', 'others', 'received', 'text'])

function compare(before: unknown, after: unknown, field: string, differences: RecordDifference[]): void {
  if (before === after) return
  if (isNested(before) && isNested(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (!notCompared.has(name))
        compare(before[name], after[name], field === '' ? name : `${field}.${name}`, differences)
    return
  }
  const [one, other] = [asText(before) || null, asText(after) || null]
  if (one !== other) differences.push({ field, before: one, after: other })
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function textOf(value: string | null): string {
  if (value === null) return 'nothing'
  return value.length > longestTold ? `${value.slice(0, longestTold)}…` : value
}

/** Characters of a value in a sentence: a note may have megabytes. */
const longestTold = 100
