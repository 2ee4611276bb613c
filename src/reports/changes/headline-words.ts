/** What headlines of changes are made of. */
import { counted } from '../../contract/count-text.ts'
import { showInstant } from '../../display/instant.ts'

export type CountedWords = readonly [count: number, one: string, more: string]

/** "2 transactions gone, 1 went back in status". Empty where nothing was counted. */
export function countsInWords(counts: readonly CountedWords[]): string {
  return counts.flatMap(([count, one, more]) => (count > 0 ? [counted(count, one, more)] : [])).join(', ')
}

/** "2026-11-26 11:14 UTC", as instants are written beside it. Text that is no instant stays as it came. */
export function dayAndTime(iso: string, zone: string | null): string {
  const shown = showInstant(iso, 'local', zone ?? 'UTC')
  if (shown === null) return iso
  return `${shown.date} ${shown.time.slice(0, 'hh:mm'.length)} ${zone ?? 'UTC'}`
}
