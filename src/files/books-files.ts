/** Books as files for any program: one JSON file about the reading, and a gzipped JSON Lines file for each list. */
import * as z from 'zod/mini'
import { dayLength, dayNumber, dayText } from '../api/dates/day.ts'
import {
  asFields,
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../api/normalise.ts'
import { parseBody } from '../api/request.ts'
import type { Books } from '../books/books.ts'
import { withLists } from '../books/encode.ts'
import {
  createTransactionTable,
  daySpan,
  eachTransaction,
  type TimeSpan,
  type TransactionTable,
} from '../books/transaction-table.ts'
import { wireTransaction } from '../books/wire-form.ts'
import { counted, countText } from '../contract/count-text.ts'
import { type BalanceType, balanceTypes } from '../contract/enumerations.ts'
import { streamBytes, UnreadableFile, unitsOf } from './text-units.ts'
import type { ByteSink } from './written-file.ts'

export interface BooksFile {
  readonly name: string
  readonly what: string
  write(sink: ByteSink): Promise<void>
}

export const booksFolder = 'books/'

const aboutName = `${booksFolder}about.json`
const whitelistsName = `${booksFolder}whitelists.jsonl.gz`
const transactionsName = `${booksFolder}transactions.jsonl.gz`
type HeldList = 'vaults' | `balances-${BalanceType}`
/** Holdings are read more than once. The last reading has the plain name. */
const heldName = (list: HeldList, reading: number, readings: number) =>
  `${booksFolder}${list}${reading === readings ? '' : `-reading-${reading}`}.jsonl.gz`

const format = { format: 'custody-console/books', version: 1 } as const

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const listEnd = {
  completeness: z.enum(['complete', 'read-once', 'partial']),
  doubts: z.array(z.string()),
  isUnchecked: z.boolean(),
  since: text,
  rows: count,
  pages: count,
  passes: count,
  repairs: count,
  late: count,
  begun: z.string(),
  ended: z.string(),
}
const list = z.strictObject(listEnd)
const days = z.strictObject({
  failure: z.nullable(z.enum(['refused', 'nowhere', 'ignored', 'ahead', 'zone', 'request'])),
  form: z.enum(['day', 'instant', 'next-day']),
  formOfLinks: z.enum(['day', 'instant', 'next-day']),
  whose: z.enum(['utc', 'service']),
  requests: count,
})
const aboutFile = z.object({
  format: z.literal(format.format),
  version: z.literal(format.version),
  books: z.strictObject({
    service: z.string(),
    account: text,
    holdings: z.array(z.strictObject({ vaults: list, balances: z.record(z.enum(balanceTypes), list) })),
    whitelists: list,
    transactions: z.strictObject({ ...listEnd, days }),
    begun: z.string(),
    ended: z.string(),
    update: z.nullable(z.strictObject({ whole: z.string(), added: count, changed: count })),
    reread: text,
  }),
})

/** Records are as the service sent them; a transaction is what the books keep, with its day. */
export function booksFiles(books: Books): readonly BooksFile[] {
  const { holdings, whitelists, transactions } = books
  const about = withLists(books, ({ records: _, ...end }) => end)
  return [
    {
      name: aboutName,
      what: 'When the books were read, whether each of their lists is proved complete, and how days were found.',
      async write(sink) {
        await sink.write(
          new TextEncoder().encode(`${JSON.stringify({ ...format, books: about }, null, 2)}\n`),
        )
      },
    },
    ...holdings.flatMap(({ vaults, balances }, index) => {
      const when =
        index + 1 === holdings.length
          ? 'as last read'
          : `as ${index === 0 ? 'first read' : 'read in between'}`
      const file = (list: HeldList, what: string, records: readonly Received[]) =>
        listFile(heldName(list, index + 1, holdings.length), `${what}, ${when}.`, records)
      return [
        file('vaults', 'Every vault with what it held', vaults.records),
        ...balanceTypes.map((type) =>
          file(`balances-${type}`, `The balances of ${type} vaults`, balances[type].records),
        ),
      ]
    }),
    listFile(whitelistsName, 'Every whitelist with its addresses.', whitelists.records),
    {
      name: transactionsName,
      what: 'Every transaction, each with the day on which the service recorded it, or the instants between which it did, as far as they were asked for.',
      write: (sink) => writeGzipped(transactionLines(transactions.table), sink),
    },
  ]
}

interface Received {
  readonly received: unknown
}

function listFile(name: string, what: string, records: readonly Received[]): BooksFile {
  const text = () => records.map(({ received }) => `${JSON.stringify(received ?? null)}\n`).join('')
  return { name, what, write: (sink) => writeGzipped([text()], sink) }
}

function* transactionLines({ rows, blocks }: TransactionTable): Generator<string> {
  for (const block of blocks) {
    const lines: string[] = []
    eachTransaction({ rows, blocks: [block] }, (transaction, _, span) => {
      const line = { ...recordedIn(span), record: wireTransaction(transaction) }
      lines.push(`${JSON.stringify(line)}\n`)
    })
    yield lines.join('')
  }
}

/** The day, or the instants between which it was recorded; null for what is not known. */
function recordedIn({ from, before }: TimeSpan) {
  const day = from / dayLength
  if (Number.isInteger(day) && before === from + dayLength) return { recorded_on: dayText(day) }
  const instant = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null)
  return { recorded_on: null, recorded_from: instant(from), recorded_before: instant(before) }
}

/** Null where it is not as `recordedIn` writes it. */
function spanOf({
  recorded_on,
  recorded_from = null,
  recorded_before = null,
}: ReturnType<typeof asFields> & object): TimeSpan | null {
  if (typeof recorded_on === 'string') {
    const day = dayNumber(recorded_on)
    return day === null ? null : daySpan(day)
  }
  const at = (instant: unknown, unknown: number) =>
    instant === null ? unknown : typeof instant === 'string' ? Date.parse(instant) : Number.NaN
  const span = { from: at(recorded_from, -Infinity), before: at(recorded_before, Infinity) }
  return recorded_on === null && span.from < span.before ? span : null
}

async function writeGzipped(texts: Iterable<string>, sink: ByteSink): Promise<void> {
  const { readable, writable } = new CompressionStream('gzip')
  const fill = async () => {
    const writer = writable.getWriter()
    for (const text of texts) await writer.write(new TextEncoder().encode(text))
    await writer.close()
  }
  const drain = readable.pipeTo(new WritableStream({ write: (bytes) => sink.write(bytes) }))
  await Promise.all([fill(), drain])
}

/**
 * The files may come from anywhere. Throws `UnreadableFile` if `booksFiles` did not write them, or before anything is built that would fill
 * memory.
 */
export async function readBooksFiles(files: ReadonlyMap<string, Blob>, signal: AbortSignal): Promise<Books> {
  const fileOf = (name: string) => {
    const file = files.get(name)
    if (!file) throw new UnreadableFile(`${name} is missing, so the books cannot be opened.`)
    return { name, file, signal }
  }
  const about = await readAbout(fileOf(aboutName))
  const spend = await allowanceOf(files)
  const recordsOf = <R>(name: string, rows: number, normalise: (received: unknown) => R) =>
    readRecords({ ...fileOf(name), rows }, normalise, spend)
  const readings = about.holdings.length
  if (readings === 0 || readings > mostReadings) throw new UnreadableFile(`${aboutName} is not valid.`)
  const holdings: Books['holdings'][number][] = []
  for (const [index, { vaults, balances }] of about.holdings.entries()) {
    const held = (list: HeldList) => heldName(list, index + 1, readings)
    const balancesOf = async (type: BalanceType) => ({
      ...balances[type],
      records: await recordsOf(held(`balances-${type}`), balances[type].rows, normaliseHolding),
    })
    holdings.push({
      vaults: { ...vaults, records: await recordsOf(held('vaults'), vaults.rows, normaliseVault) },
      balances: {
        all: await balancesOf('all'),
        cold: await balancesOf('cold'),
        warm: await balancesOf('warm'),
      },
    })
  }
  const whitelists = await recordsOf(whitelistsName, about.whitelists.rows, normaliseWhitelist)
  const table = await readTransactions({ ...fileOf(transactionsName), rows: about.transactions.rows })
  return {
    ...about,
    holdings,
    whitelists: { ...about.whitelists, records: whitelists },
    transactions: { ...about.transactions, table },
  }
}

/** More than are ever made. */
const mostReadings = 9
const mostAboutBytes = 2 ** 22

interface FileToRead {
  readonly name: string
  readonly file: Blob
  /** That the books state. */
  readonly rows: number
  readonly signal: AbortSignal
}

async function readAbout({
  name,
  file,
}: Pick<FileToRead, 'name' | 'file'>): Promise<z.infer<typeof aboutFile>['books']> {
  if (file.size > mostAboutBytes)
    throw new UnreadableFile(`${name} is far larger than any that this console writes.`)
  const parsed = aboutFile.safeParse(jsonIn(await file.text()))
  if (parsed.success) return parsed.data.books
  const [issue] = parsed.error.issues
  throw new UnreadableFile(`${name} is not valid: ${issue?.path.join('.') || 'the whole file'}.`)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readRecords<R>(
  from: FileToRead,
  normalise: (received: unknown) => R,
  spend: (objects: number) => void,
): Promise<readonly R[]> {
  const records: R[] = []
  await eachLine(from, (text) => {
    spend(objectsIn(text))
    const line = parseBody(text)
    const { assets } = asFields(line) ?? {}
    // What is no object becomes one.
    if (Array.isArray(assets)) spend(assets.length)
    records.push(normalise(line))
  })
  return records
}

/** Of a text in JSON, arrays included, and at most too many: brackets in strings count too. */
function objectsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) count += 1
  }
  return count
}

async function readTransactions(from: FileToRead): Promise<TransactionTable> {
  const booked = createTransactionTable()
  await eachLine(from, (text) => {
    const fields = asFields(parseBody(text)) ?? {}
    const span = spanOf(fields)
    if (fields.record === undefined || span === null) throw new SyntaxError('no record')
    booked.add(normaliseTransaction(fields.record), span)
  })
  return booked.table()
}

/** `take` throws if a line is not a record. */
async function eachLine(
  { name, file, rows, signal }: FileToRead,
  take: (text: string) => void,
): Promise<void> {
  let line = 0
  const read = (text: string) => {
    line += 1
    if (line > rows) throw new UnreadableFile(`${name} has more than ${counted(rows, 'record')}.`)
    try {
      take(text)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      throw new UnreadableFile(`Line ${countText(line)} of ${name} is not a record.`)
    }
  }
  const units = unitsOf(unzipped({ name, file }), (text) => {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    return { units: lines.map(read), length: text.length - rest.length }
  })
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await units.next()
    if (!done) continue
    if (value !== '') throw new UnreadableFile(`${name} ends within line ${countText(line + 1)}.`)
    if (line < rows) throw new UnreadableFile(`${name} has ${countText(line)} of ${counted(rows, 'record')}.`)
    return
  }
}

async function* unzipped({ name, file }: Pick<FileToRead, 'name' | 'file'>): AsyncGenerator<Uint8Array> {
  const stated = await statedSize(file)
  const stream = file.stream().pipeThrough(new DecompressionStream('gzip'))
  yield* streamBytes(stream, stated, new UnreadableFile(`${name} is damaged.`))
}

/** The unpacked size from the last four bytes of a gzip file, little-endian. It wraps at 4 GiB. */
async function statedSize(file: Blob): Promise<number> {
  const end = new Uint8Array(await file.slice(-4).arrayBuffer())
  return end.reduceRight((sum, byte) => sum * 256 + byte, 0)
}

/**
 * Throws if all files together state that they unpack to more than such files do. Takes the objects and arrays of the lists that are kept as
 * objects, and throws after more of them than such files have: the shortest takes a hundred times its text in memory.
 */
async function allowanceOf(files: ReadonlyMap<string, Blob>): Promise<(objects: number) => void> {
  const packed = [...files].filter(([name]) => name.endsWith('.gz')).map(([, file]) => file)
  const size = packed.reduce((sum, file) => sum + file.size, 0)
  const stated = (await Promise.all(packed.map(statedSize))).reduce((sum, each) => sum + each, 0)
  const tooMuch = new UnreadableFile('The books are damaged, or unpack to far more than any list of records.')
  if (stated > Math.min(mostUnpacked, Math.max(plentyBytes, size * mostRatio))) throw tooMuch
  let left = Math.max(plentyObjects, size)
  return (objects) => {
    left -= objects
    if (left < 0) throw tooMuch
  }
}

/** Lines of records unpack to about ten times their size, and to eighty times where every balance is zero. */
const plentyBytes = 16 * 2 ** 20
const mostRatio = 100
/** Over two million transactions, and half of where gzip's size wraps. */
const mostUnpacked = 2 ** 31
/** Beyond these, one for each byte. Where every balance is zero, four bytes have three. */
const plentyObjects = 500_000
