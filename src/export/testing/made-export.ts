import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createWriter } from '../create-writer.ts'
import { type ExportFacts, type ExportFormat, exportFileName, factsOf, writeFacts } from '../facts.ts'
import type { ListExport } from '../list-export.ts'
import { collectTotals } from '../totals.ts'
import { factsBefore } from './facts.ts'

/** An export as it is handed over: the file, and the facts beside it, null where they are within. */
export interface MadeExport {
  readonly file: Blob
  readonly name: string
  readonly facts: ExportFacts
  readonly factsFile: Blob | null
}

/** An export of these records, with facts that are true but for those that are given. */
export async function exportOf<R>(
  list: ListExport<R>,
  records: readonly R[],
  format: ExportFormat,
  columns: readonly string[],
  {
    facts: given = {},
    parameters = list.name === 'transactions' ? factsBefore.asked.parameters : {},
  }: { facts?: Partial<ExportFacts>; parameters?: Readonly<Record<string, string>> } = {},
): Promise<MadeExport> {
  const writer = await createWriter(format, list, columns)
  const totals = collectTotals(list.totals)
  for (const row of records.flatMap((record) => list.rowsOf(record))) totals.add(row)
  const pieces = [writer.begin(), writer.rows(records)]
  const name = exportFileName(list.fileName, factsBefore.begun, format, given.completeness ?? 'complete')
  const query = new URLSearchParams(parameters).toString()
  const page = `/${list.fileName.replace('-', '/')}`
  const asked = {
    ...factsBefore.asked,
    parameters: { ...parameters },
    endpoint: list.name === 'whitelists' ? '/whitelist' : page,
    link: `${page}${query && `?${query}`}`,
    columns: format === 'json' ? null : [...columns],
  }
  const known = {
    ...factsBefore,
    asked,
    list: list.name,
    pinned_end_date: null,
    read: { ...factsBefore.read, records: records.length },
    totals: totals.totals(),
    fileName: name,
    fileFormat: format,
  }
  const before = { ...factsOf(known, writer.written()), ...given }
  pieces.push(writer.end(before))
  const bytes = new Uint8Array(Buffer.concat(pieces))
  const facts: ExportFacts =
    format === 'xlsx'
      ? before
      : { ...before, file: { ...before.file, bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) } }
  return {
    file: new Blob([bytes]),
    name,
    facts,
    factsFile: format === 'xlsx' ? null : new Blob([writeFacts(facts)]),
  }
}
