/** Seconds, from whole seconds or an HTTP date. Null beyond `longestWait`. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null
  // Date.parse accepts too much: it reads "-3" as a year.
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.max(0, Math.ceil((date - now) / 1000))
  return seconds <= longestWait ? seconds : null
}

/** Seconds, eleven days. Timers of more than 25 days fire at once. */
const longestWait = 999_999
