/** Ranges of whole UTC days that people ask for by name. They go into the URL as absolute dates. */

/** A named range: first and last UTC day, both included, as `YYYY-MM-DD`. */
export interface DatePreset {
  readonly label: string
  readonly start_date: string
  readonly end_date: string
}

/** The named ranges as they are at `now`. */
export function datePresets(now: Date): readonly DatePreset[] {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const date = now.getUTCDate()
  const quarter = month - (month % 3)
  const range = (label: string, start: string, end: string): DatePreset => ({
    label,
    start_date: start,
    end_date: end,
  })
  const today = day(year, month, date)
  return [
    range('Today', today, today),
    range('Yesterday', day(year, month, date - 1), day(year, month, date - 1)),
    range('Last 7 days', day(year, month, date - 6), today),
    range('Last 30 days', day(year, month, date - 29), today),
    range('This month', day(year, month, 1), today),
    range('Last month', day(year, month - 1, 1), day(year, month, 0)),
    range('This quarter', day(year, quarter, 1), today),
    range('Last quarter', day(year, quarter - 3, 1), day(year, quarter, 0)),
    range('This year', day(year, 0, 1), today),
    range('Last year', day(year - 1, 0, 1), day(year - 1, 11, 31)),
  ]
}

/** A UTC day; months and days beyond their range count on into the next or previous one. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}
