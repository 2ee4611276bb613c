/** Writes the dates of a filter in the form that the service accepts. Links, reports and tests may give days. */

import { type DateParameters, dayLength, dayNumber } from '../../contract/day.ts'
import type { DateFilter } from './service-profile.ts'

/** Unchanged where the service takes the form, or nothing is known of it. */
export function datesInForm<P extends Partial<DateParameters>>(
  parameters: P,
  dates: DateFilter | undefined,
): P {
  if (!dates || dates.off !== null || dates.form !== 'instant') return parameters
  const written: { start_date?: string; end_date?: string } = {}
  for (const name of ['start_date', 'end_date'] as const) {
    const text = parameters[name]
    if (text === undefined) continue
    const instant = dates.formOfLinks === 'day' ? text : instantOf(text, name)
    written[name] = dates.isEpoch ? epochText(instant) : instant
  }
  return { ...parameters, ...written }
}

/** A day as its first or last millisecond. */
function instantOf(text: string, end: keyof DateParameters): string {
  const day = dayNumber(text)
  if (day === null) return text
  return new Date(day * dayLength + (end === 'start_date' ? 0 : dayLength - 1)).toISOString()
}

/** Milliseconds since 1970; unchanged if the text is no instant. */
export function epochText(text: string): string {
  const at = /^\d+$/.test(text) ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? text : String(at)
}
