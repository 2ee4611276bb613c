/** Reads audit logs through and says where their chain breaks. */
import { createReadStream } from 'node:fs'
import { type ChainEnd, hashOf, newChain, placeOf } from './chain.ts'

/** Where in the files something was found. */
export interface Finding {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly what: string
}

/** What a check of logs came to. */
export interface ChainReport {
  readonly lines: number
  /** The first and the last whole line; null where there is none. */
  readonly first: (ChainEnd & { readonly time: string }) | null
  readonly last: (ChainEnd & { readonly time: string }) | null
  /** Where the chain breaks; none where it holds. */
  readonly breaks: readonly Finding[]
  /** Lines that were cut short when writing stopped: no break. */
  readonly torn: readonly Finding[]
  /** Whether the line that was noted elsewhere is among them; null where none was. */
  readonly hasNoted: boolean | null
}

/** A log, as its lines without their line breaks. */
export interface Log {
  readonly name: string
  readonly lines: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Checks logs in the order in which they were written. `noted` is an earlier end of the chain that was kept elsewhere. */
export async function verifyChain(logs: Iterable<Log>, noted: ChainEnd | null = null): Promise<ChainReport> {
  const breaks: Finding[] = []
  const torn: Finding[] = []
  let lines = 0
  let first: ChainReport['first'] = null
  let last: ChainReport['last'] = null
  let before: (ChainEnd & Omit<Finding, 'what'>) | null = null
  /** The line before, where it could not be read. */
  let unreadable: Finding | null = null
  let hasNoted = noted && false

  for (const { name: file, lines: content } of logs) {
    let line = 0
    for await (const bytes of content) {
      line += 1
      lines += 1
      const hash = hashOf(bytes)
      const place = placeOf(bytes)
      if (place === null) {
        if (unreadable) breaks.push(unreadable)
        unreadable = { file, line, what: words.unreadable }
        const seq: number = (before?.seq ?? 0) + 1
        before = { file, line, seq, hash }
        continue
      }
      const fits = before === null || (place.seq === before.seq + 1 && place.previous === before.hash)
      if (unreadable) {
        if (fits && place.torn === true) torn.push({ ...unreadable, what: words.torn })
        else breaks.push(unreadable)
      } else if (before === null) {
        if (place.seq === 1 && place.previous !== newChain.hash)
          breaks.push({ file, line, what: words.beginning })
      } else if (!fits) breaks.push(misfit(before, { file, line, ...place }))
      unreadable = null
      before = { file, line, seq: place.seq, hash }
      last = { seq: place.seq, hash, time: place.time }
      first ??= last
      if (noted?.seq === place.seq) hasNoted = noted.hash === hash
    }
  }
  if (unreadable) torn.push({ ...unreadable, what: words.atTheEnd })
  return { lines, first, last, breaks, torn, hasNoted }
}

type At = Omit<Finding, 'what'> & { readonly seq: number }

/** What is wrong between two lines that can both be read. */
function misfit(before: At, { file, line, seq, previous }: At & { readonly previous: string }): Finding {
  const missing = seq - before.seq - 1
  if (seq === 1 && previous === newChain.hash) return { file, line, what: words.newLog }
  if (missing > 0) return { file, line, what: words.missing(missing) }
  if (missing < 0) return { file, line, what: words.order(before.seq, seq) }
  return { file: before.file, line: before.line, what: words.changed }
}

const words = {
  unreadable: 'This is not a line of an audit log. It was changed, or something else wrote to the file.',
  torn: 'This line was cut short when the gateway or its machine stopped. The next line says so.',
  atTheEnd: 'The last line is not whole. It is still being written, or the gateway stopped while it wrote.',
  beginning: 'This line says that it is the first one and that there was one before it. It was changed.',
  newLog: 'A new log begins here. Nothing shows what the log before it held at its end.',
  missing: (count: number) =>
    count === 1 ? 'One line is missing before this one.' : `${count} lines are missing before this one.`,
  order: (before: number, seq: number) =>
    `Number ${seq} follows number ${before}. A line was moved, or is there twice.`,
  changed: 'This line and the next one do not fit together. One of them was changed.',
} as const

/** The lines of a file as they stand there, without their line breaks. Throws where it cannot be read. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
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

const lineBreak = 0x0a
