/** Whether a range of days or instants ends before it starts; false where either cannot be read, which the service decides. */
export function endsBeforeItStarts(start: string, end: string): boolean {
  const from = milliseconds(start, '00:00:00.000')
  const to = milliseconds(end, '23:59:59.999')
  return from !== null && to !== null && from > to
}

/** A date range in words: "from …" and "until …" where one end is open, one day as one. */
export function rangeInWords(start: string | undefined, end: string | undefined): string {
  if (start === undefined) return `until ${end ?? ''}`
  if (end === undefined) return `from ${start}`
  return start === end ? start : `${start} – ${end}`
}

function milliseconds(text: string, time: string): number | null {
  const trimmed = text.trim()
  const instant = /^\d{4}-\d\d-\d\d$/.test(trimmed) ? `${trimmed}T${time}Z` : trimmed
  // Without its zone a time is the reader's own to `Date`, and unreadable to the service.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(instant)) return null
  const parsed = Date.parse(instant)
  return Number.isNaN(parsed) ? null : parsed
}
