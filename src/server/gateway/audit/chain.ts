/** Each line of an audit log has a number and the SHA-256 of the line before, so that a change shows. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'
import { counted } from '../../../contract/count-text.ts'
import { parsedJson } from '../../http.ts'

export interface ChainEnd {
  readonly seq: number
  readonly hash: string
}

export const newChain: ChainEnd = { seq: 0, hash: '0'.repeat(64) }

export type AuditEntry = Readonly<Record<string, unknown>>

export function chainEntry(
  before: ChainEnd,
  entry: AuditEntry,
): { readonly line: string; readonly end: ChainEnd } {
  const seq = before.seq + 1
  const line = JSON.stringify({ audit: 1, seq, ...entry, previous: before.hash }).replace(
    hidden,
    (character) =>
      [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
  )
  return { line, end: { seq, hash: lineHash(line) } }
}

/** Names come from outside. These characters could hide, reorder or break a line. */
const hidden = /[\x7f-\x9f\u2028\u2029\p{Cf}]/gu

export function lineHash(line: string | Uint8Array): string {
  return createHash('sha256').update(line).digest('hex')
}

const place = z.object({
  audit: z.literal(1),
  seq: z.int().check(z.minimum(1)),
  time: z.string(),
  event: z.string(),
  torn: z.optional(z.boolean()),
  unstopped: z.optional(z.boolean()),
  lines: z.optional(z.int()),
  previous: z.string().check(z.regex(/^[\da-f]{64}$/)),
})

function placeOf(line: Buffer): z.infer<typeof place> | null {
  return place.safeParse(parsedJson(line.toString())).data ?? null
}

export interface Continuation {
  readonly end: ChainEnd
  /** Writing stopped in the middle of the last line, which still counts. */
  readonly torn: boolean
  /** The last line is not `stopped`: later lines may be missing. */
  readonly unstopped: boolean
}

/** Where a log continues after its last two lines. Null where they do not belong to an audit log. */
export function continuationOf(lines: readonly Buffer[]): Continuation | null {
  const [last = Buffer.alloc(0), before] = [...lines].reverse()
  const whole = placeOf(last)
  if (whole)
    return {
      end: { seq: whole.seq, hash: lineHash(last) },
      torn: false,
      unstopped: whole.event !== 'stopped',
    }
  const seq = before ? placeOf(before)?.seq : 0
  return seq === undefined
    ? null
    : { end: { seq: seq + 1, hash: lineHash(last) }, torn: true, unstopped: true }
}

export interface Finding {
  readonly file: string
  readonly line: number
  readonly what: string
}

interface Log {
  readonly name: string
  readonly lines: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Checks logs, oldest first. `noted` is an earlier end of the chain, kept elsewhere. */
export async function verifyChain(logs: Iterable<Log>, noted: ChainEnd | null = null) {
  const breaks: Finding[] = []
  // Lines that were cut short when writing stopped, and lines which say that others are, or may be, missing. They do not break the chain.
  const torn: Finding[] = []
  const gaps: Finding[] = []
  let lines = 0
  let first: TimedEnd | null = null
  let last: TimedEnd | null = null
  let before: At | null = null
  let unreadable: At | null = null
  let hasNoted: boolean | null = noted && false

  for (const { name: file, lines: content } of logs) {
    let line = 0
    for await (const bytes of content) {
      line += 1
      lines += 1
      const place = placeOf(bytes)
      const at: At = { file, line, seq: place?.seq ?? (before?.seq ?? 0) + 1, hash: lineHash(bytes) }
      const fault: Finding | null = place && !unreadable ? misfit(before, at, place.previous) : null
      if (fault) breaks.push(fault)
      if (unreadable) {
        const isTorn = place?.torn === true && fits(unreadable, at, place.previous)
        if (isTorn) torn.push(finding(unreadable, findingTexts.torn))
        else breaks.push(finding(unreadable, findingTexts.unreadable))
      }
      unreadable = place ? null : at
      before = at
      if (!place) continue
      const gap = gapOf(place)
      if (gap !== null) gaps.push(finding(at, gap))
      last = { seq: at.seq, hash: at.hash, time: place.time }
      first ??= last
      if (noted?.seq === at.seq) hasNoted = noted.hash === at.hash
    }
  }
  if (unreadable) torn.push(finding(unreadable, findingTexts.unfinished))
  return { lines, first, last, breaks, torn, gaps, hasNoted }
}

type TimedEnd = ChainEnd & { readonly time: string }
type At = Omit<Finding, 'what'> & ChainEnd

const findingTexts = {
  unreadable: 'This is not a line of an audit log. It was changed, or something else wrote to the file.',
  torn: 'This line was cut short when the gateway or its machine stopped. The next line says so.',
  unfinished: 'The last line is not whole. It is still being written, or the gateway stopped while it wrote.',
}

function finding({ file, line }: At, what: string): Finding {
  return { file, line, what }
}

function gapOf({ unstopped, event, lines = 0 }: z.infer<typeof place>): string | null {
  if (unstopped === true)
    return 'The gateway did not shut down cleanly before it started here. Its last lines may be missing.'
  if (event === 'lost') return `Before this one, ${counted(lines, 'line')} could not be written.`
  return event === 'omitted'
    ? `Before this one, ${counted(lines, 'line')} about callers who were not signed in ${lines === 1 ? 'was' : 'were'} counted, not written.`
    : null
}

function fits(before: At, { seq }: At, previous: string): boolean {
  return seq === before.seq + 1 && previous === before.hash
}

/** Null where a line follows the one before. */
function misfit(before: At | null, at: At, previous: string): Finding | null {
  const { seq } = at
  const begins = seq === 1 && previous === newChain.hash
  if (before === null)
    return seq !== 1 || begins
      ? null
      : finding(
          at,
          'This line says both that it is the first and that another came before it. It was changed.',
        )
  if (fits(before, at, previous)) return null
  const missing = seq - before.seq - 1
  if (begins) return finding(at, 'A new log begins here. Nothing shows how the log before it ended.')
  if (missing === 1) return finding(at, 'One line is missing before this one.')
  if (missing > 0) return finding(at, `${missing} lines are missing before this one.`)
  if (missing < 0)
    return finding(at, `Number ${seq} follows number ${before.seq}. A line was moved or repeated.`)
  return finding(before, 'This line and the next one do not match. One of them was changed.')
}

/** Without line breaks. Throws where the file cannot be read. */
export async function* fileLines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, from)) {
      yield bytes.subarray(from, at)
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
  if (rest.length > 0) yield rest
}

export const lineBreak = 0x0a
