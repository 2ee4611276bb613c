import { csvQuoted } from './csv.ts'

/** The text of which `rows_sha256` is the digest: header and rows as RFC 4180 text, each cell as XLSX stores it. */
export interface CanonicalText {
  readonly add: (stored: readonly string[]) => void
  /** Passes on what was added. */
  readonly flush: () => void
}

/** Collects rows and passes them on to a digest, many at a time. */
export function canonicalText(digest: { update(bytes: Uint8Array): unknown }): CanonicalText {
  const encoder = new TextEncoder()
  let text = ''
  return {
    add(stored) {
      text += `${stored.map(csvQuoted).join(',')}\r\n`
    },
    flush() {
      if (text !== '') digest.update(encoder.encode(text))
      text = ''
    },
  }
}
