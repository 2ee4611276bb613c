import { floorDivide } from '../../contract/time-range.ts'

/** Microseconds since 1970 as text that the database reads as a `timestamptz`. */
export function databaseInstant(microseconds: bigint): string {
  const milliseconds = floorDivide(microseconds, 1000n)
  if (milliseconds < firstYear) return '-infinity'
  if (milliseconds > lastYear) return 'infinity'
  const text = new Date(Number(milliseconds)).toISOString()
  return text.replace('Z', `${String(microseconds - milliseconds * 1000n).padStart(3, '0')}Z`)
}

// PostgreSQL spells years outside 1 to 9999 differently, and no record lies there.
const firstYear = BigInt(Date.parse('0001-01-01T00:00:00Z'))
const lastYear = BigInt(Date.parse('9999-12-31T23:59:59.999Z'))
