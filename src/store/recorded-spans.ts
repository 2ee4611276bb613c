/** SQL about the span in which a record was recorded: both of its ends are known, or neither. In milliseconds, like all times here. */

/** Two days: longer than any day with a change of the clock. */
export const wideSpan = 172_800_000

/** Must match the index expression word for word. The planner expects few rows of it and takes the index. */
export const isWide = `case when recorded_before - recorded_from <= ${wideSpan} then 0 else 1 end = 1`

/** Not within one UTC day. */
export const isUndated =
  '(recorded_from is null or (recorded_before - 1) / 86400000 > recorded_from / 86400000)'

/** The moment lies within the span, which is not wide: it begins shortly before then. */
export function isAround(moment: string): string {
  return `recorded_from > ${moment} - ${wideSpan} and recorded_from < ${moment} and recorded_before > ${moment}
      and recorded_before - recorded_from <= ${wideSpan}`
}
