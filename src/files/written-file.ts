import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { openSource, signedSentence } from '../api/pack-source.ts'
import { counted } from '../contract/count-text.ts'
import {
  application,
  type CoreFacts,
  type ExportFacts,
  type ExportFormat,
  factsFormat,
  factsVersion,
} from './facts.ts'
import type { ListExport } from './list-export.ts'
import { type Sign, seal } from './seal.ts'
import { type ControlTotals, Totals } from './totals.ts'
import { columnDigests, csvWriter, type FileWriter, jsonWriter, recordsColumn } from './writer.ts'

export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>
}

export type FileContent<R> = Pick<ListExport<R>, 'totals' | 'rowsOf' | 'received' | 'hasOthers'>

export type AboutFile = Omit<
  CoreFacts,
  'format' | 'version' | 'application' | 'rows' | 'totals' | 'content' | 'file'
> & {
  readonly fileName: string
}

/** `columns` gives the order. JSON holds whole records and ignores it. */
export async function beginFile<R>(
  format: ExportFormat,
  content: FileContent<R>,
  columns: readonly string[],
  sink: ByteSink,
) {
  const writer = await createWriter(format, columns, content.totals.sums)
  const totals = new Totals(content.totals)
  const digest = sha256.create()
  const digests = columnDigests(format === 'json' ? [recordsColumn] : columns)
  let bytes = 0
  let rows = 0
  let withOthers = 0
  const write = async (piece: Uint8Array) => {
    if (piece.length === 0) return
    digest.update(piece)
    bytes += piece.length
    await sink.write(piece)
  }
  await write(writer.begin())
  return {
    async add(records: readonly R[]): Promise<void> {
      const stored: (readonly string[])[] = []
      for (const record of records) {
        const own = content.rowsOf(record)
        for (const row of own) totals.add(row)
        if (format === 'json') stored.push([JSON.stringify(content.received(record)) ?? 'null'])
        else {
          if (content.hasOthers(record)) withOthers += 1
          for (const row of own) stored.push(columns.map((name) => writer.stored(row[name] ?? null)))
        }
      }
      for (const cells of stored) digests.add(cells)
      digests.flush()
      rows += stored.length
      await write(writer.rows(stored))
    },
    /** Returns the facts with size and digest of the whole file. */
    async end({ fileName, remarks, ...about }: AboutFile, sign: Sign): Promise<ExportFacts> {
      const written = totals.written()
      const faults = openSource()?.pack.faults ?? []
      const facts: CoreFacts = {
        format: factsFormat,
        version: factsVersion,
        application: { ...application },
        ...about,
        ...(faults.length > 0 && { completeness: 'partial', reasons: [...about.reasons, ...faults] }),
        rows,
        totals: written,
        content: { ...digests.digests() },
        remarks: [
          ...othersRemark(withOthers),
          ...writer.remarks(),
          ...remarks,
          ...unreadableRemark(written),
          ...packRemark(),
        ],
        file: { format },
      }
      await write(writer.end(facts))
      return seal(facts, { list: fileName, bytes, sha256: bytesToHex(digest.digest()) }, sign)
    },
  }
}

/** Whoever cancels it is heard, and pages that ask the same worker are answered. Throws the signal's reason. */
export async function addInTurns<R>(
  file: { readonly add: (records: readonly R[]) => Promise<void> },
  records: readonly R[],
  signal: AbortSignal,
  onRows: (rows: number) => void = () => {},
): Promise<void> {
  for (let at = 0; at < records.length; at += rowsAtOnce) {
    await file.add(records.slice(at, at + rowsAtOnce))
    onRows(Math.min(records.length, at + rowsAtOnce))
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}

const rowsAtOnce = 1000

/** A JSON file of one record, without rows that could be counted. */
export async function writeRecord(
  record: unknown,
  about: AboutFile,
  sign: Sign,
  sink: ByteSink,
): Promise<ExportFacts> {
  const content: FileContent<unknown> = {
    totals: { by: [], sums: [] },
    rowsOf: () => [],
    received: () => record,
    hasOthers: () => false,
  }
  const file = await beginFile('json', content, [], sink)
  await file.add([record])
  return file.end({ ...about, asked: { ...about.asked, columns: null } }, sign)
}

async function createWriter(
  format: ExportFormat,
  columns: readonly string[],
  amounts: readonly string[],
): Promise<FileWriter> {
  if (format === 'json') return jsonWriter()
  if (format === 'csv') return csvWriter(columns)
  // Few files are XLSX.
  const { XlsxWriter } = await import('./xlsx-writer.ts')
  return new XlsxWriter(columns, amounts)
}

function othersRemark(records: number): readonly string[] {
  if (records === 0) return []
  const have = counted(records, 'record has fields', 'records have fields')
  return [`${have} that the specification does not have. Only JSON includes them.`]
}

/** Says where the rows come from if a pack is open. */
function packRemark(): readonly string[] {
  const opened = openSource()
  if (!opened) return []
  const { name, asOf } = opened.pack
  return [
    `Taken from the books in ${name}, as of ${asOf}: the service was not asked. ${signedSentence(opened.pack)}`,
  ]
}

function unreadableRemark({ sums, groups }: ControlTotals): readonly string[] {
  return sums.flatMap((name, index) => {
    const cells = groups.reduce((sum, group) => sum + (group.sums[index]?.unreadable ?? 0), 0)
    if (cells === 0) return []
    return [
      `The totals leave out ${counted(cells, `value of ${name} that is`, `values of ${name} that are`)} missing or not a decimal number.`,
    ]
  })
}
