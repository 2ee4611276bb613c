/** How a benchmark's durations are said. */

/** Median and worst of durations, in milliseconds. */
export function summary(/** @type {number[]} */ durations) {
  durations.sort((one, other) => one - other)
  return {
    median: durations[Math.floor(durations.length / 2)] ?? Number.NaN,
    worst: durations.at(-1) ?? Number.NaN,
  }
}

/** Whole milliseconds, in a column. */
export function ms(/** @type {number} */ milliseconds) {
  return milliseconds.toFixed(0).padStart(4)
}
