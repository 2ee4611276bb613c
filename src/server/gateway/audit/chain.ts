/** The chain of an audit log: each line has a number and the SHA-256 of the line before it. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** Where a chain has got to: the number of its last line, and that line's hash. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: string
}

/** Before the first line of a new log. */
export const newChain: ChainEnd = { seq: 0, hash: '0'.repeat(64) }

/** What a line says beside its place in the chain. */
export type Entry = Readonly<Record<string, unknown>>

/** An entry as the next line of the chain, without its line break, and the chain's new end. */
export function chained(before: ChainEnd, entry: Entry): { readonly line: string; readonly end: ChainEnd } {
  const seq = before.seq + 1
  const line = JSON.stringify({ audit: 1, seq, ...entry, previous: before.hash })
  return { line, end: { seq, hash: hashOf(line) } }
}

/** SHA-256 of a line as it stands in the file, without its line break. */
export function hashOf(line: string | Uint8Array): string {
  return createHash('sha256').update(line).digest('hex')
}

const place = z.object({
  audit: z.literal(1),
  seq: z.int().check(z.minimum(1)),
  time: z.string(),
  event: z.string(),
  torn: z.optional(z.boolean()),
  previous: z.string().check(z.regex(/^[\da-f]{64}$/)),
})

/** A line's place in the chain; null for what is no line of an audit log. */
export function placeOf(line: Buffer): z.infer<typeof place> | null {
  try {
    return place.safeParse(JSON.parse(line.toString())).data ?? null
  } catch {
    return null
  }
}

/** Where a log goes on. */
export interface Continuation {
  readonly end: ChainEnd
  /** Whether its last line is not whole, since writing stopped in the middle of it. It counts as a line all the same. */
  readonly torn: boolean
}

/** Where a log goes on after its last two lines; one where it has no more. Null where these are no lines of an audit log. */
export function continuationOf(lines: readonly Buffer[]): Continuation | null {
  const [last = Buffer.alloc(0), before] = [...lines].reverse()
  const whole = placeOf(last)
  if (whole) return { end: { seq: whole.seq, hash: hashOf(last) }, torn: false }
  const seq = before ? placeOf(before)?.seq : 0
  return seq === undefined ? null : { end: { seq: seq + 1, hash: hashOf(last) }, torn: true }
}
