/** What headlines of changes are made of. */
import { counted } from '../../contract/count-text.ts'
import { dateLabel, showInstant } from '../../records/instant.ts'

export type CountedWords = readonly [count: number, one: string, more: string]

/** "2 transactions gone, 1 went back in status". Empty where nothing was counted. */
export function countsInWords(counts: readonly CountedWords[]): string {
  return counts.flatMap(([count, one, more]) => (count > 0 ? [counted(count, one, more)] : [])).join(', ')
}

/** "26 Nov 2026, 11:14 UTC". Text that is no instant stays as it came. */
export function dayAndTime(iso: string, zone: string | null): string {
  const shown = showInstant(iso, 'local', zone ?? 'UTC')
  if (shown === null) return iso
  const day = dateLabel(Date.parse(`${shown.date}T00:00:00Z`), 'shortDay')
  return `${day} ${shown.date.slice(0, 4)}, ${shown.time.slice(0, 'hh:mm'.length)} ${zone ?? 'UTC'}`
}
