import { grouped } from './decimal-text.ts'

/** Says which rows a page shows: "1–50 of more than 50 transactions", or of how many where this page is the last. */
export function pageSummary({
  from,
  to,
  hasNext,
  label,
}: {
  from: number
  to: number
  hasNext: boolean
  label: string
}): string {
  if (to < from) return `No ${label} on this page`
  const rows = from === to ? grouped(from) : `${grouped(from)}–${grouped(to)}`
  return `${rows} of ${hasNext ? 'more than ' : ''}${grouped(to)} ${label}`
}
