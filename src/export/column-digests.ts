import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { csvQuoted } from './csv.ts'

/** Digests of columns while rows pass: see `facts.content`. */
export interface ColumnDigests {
  /** One row, its cells as the file stores them. */
  add(stored: readonly string[]): void
  /** Works off what was added; many rows at a time is quicker. */
  flush(): void
  /** By the names of the columns. */
  digests(): Readonly<Record<string, string>>
}

/** The one column of a JSON file: its records. */
export const recordsColumn = 'records'

export function columnDigests(columns: readonly string[]): ColumnDigests {
  const encoder = new TextEncoder()
  const all = columns.map((name) => ({ name, digest: sha256.create(), text: '' }))
  const flush = () => {
    for (const column of all) {
      if (column.text !== '') column.digest.update(encoder.encode(column.text))
      column.text = ''
    }
  }
  return {
    add(stored) {
      for (const [index, column] of all.entries()) column.text += `${csvQuoted(stored[index] ?? '')}\r\n`
    },
    flush,
    digests() {
      flush()
      return Object.fromEntries(all.map(({ name, digest }) => [name, bytesToHex(digest.clone().digest())]))
    },
  }
}
