import type { ExportFacts } from './facts.ts'

/** What a writer knows of what it has written so far. */
export interface Written {
  /** Rows without the header; of JSON records. */
  readonly rows: number
  /** What the format could not hold as it came, in sentences. */
  readonly remarks: readonly string[]
  /** See `facts.content`. */
  readonly content: Readonly<Record<string, string>>
}

/** Writes a file piece by piece. What it keeps does not grow with the rows. */
export interface ExportWriter<R> {
  readonly mediaType: string
  /** First, once. */
  begin(): Uint8Array
  /** The rows of further records. */
  rows(records: readonly R[]): Uint8Array
  /** Last, once. Facts go into the file where the format has a place for them. */
  end(facts?: ExportFacts): Uint8Array
  written(): Written
}
