import { strFromU8, strToU8, unzipSync } from 'fflate'
import { type CoreFacts, type ExportFacts, type ExportFormat, writeFacts } from '../facts.ts'
import { type ListExport, retrievedColumn, withDateColumn } from '../list-export.ts'
import { type Sign, seal, unsigned } from '../seal.ts'
import { beginFile } from '../written-file.ts'
import { ZipWriter } from '../zip-writer.ts'
import { someFacts } from './facts.ts'

/** An export as it is handed over: the file, and the facts beside it, null for a workbook, which has none. */
export interface MadeExport {
  readonly file: Blob
  readonly name: string
  readonly facts: ExportFacts
  readonly factsFile: Blob | null
}

interface MadeOtherwise {
  /** Facts that are not true. */
  readonly facts?: Partial<CoreFacts>
  readonly parameters?: Readonly<Record<string, string>>
  readonly sign?: Sign
}

/** An export of these records, with facts that are true but for those that are given. Read when its first row was retrieved. */
export async function exportOf<R>(
  list: ListExport<R>,
  records: readonly R[],
  format: ExportFormat,
  allColumns: readonly string[],
  {
    facts: given = {},
    parameters = list.name === 'transactions' ? someFacts.asked.parameters : {},
    sign = unsigned,
  }: MadeOtherwise = {},
): Promise<MadeExport> {
  // Nobody asked for dates, unless the facts say so.
  const columns = given.dates ? allColumns : withDateColumn(allColumns, false)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const written = await beginFile(format, list, columns, {
    write: (bytes) => void pieces.push(new Uint8Array(bytes)),
  })
  await written.add(records)
  const query = new URLSearchParams(parameters).toString()
  const { path: page, name: fileName } = list.of
  const times = records
    .flatMap((record) => list.rowsOf(record).map((row) => row[retrievedColumn] ?? ''))
    .filter((text) => Date.parse(text) > 0)
    .sort()
  const { begun, ended, read, service, completeness, reasons } = someFacts
  const made = await written.end(
    {
      ...{ fileName, service, completeness, reasons },
      asked: {
        parameters: { ...parameters },
        endpoint: list.name === 'whitelists' ? '/whitelist' : page,
        link: `${page}${query && `?${query}`}`,
        columns: format === 'json' ? null : [...columns],
      },
      begun: times[0] === undefined ? begun : new Date(times[0]).toISOString(),
      ended: new Date(times.at(-1) ?? ended).toISOString(),
      list: list.name,
      ...{ pinned_end_date: null, dates: null },
      read: { ...read, records: records.length },
      remarks: [],
      ...given,
    },
    sign,
  )
  return {
    file: new Blob(pieces),
    name: made.file.name,
    facts: made,
    factsFile: format === 'xlsx' ? null : new Blob([writeFacts(made)]),
  }
}

/** The same file under other facts, by somebody who knows how names and digests are made. */
export async function relabelled(
  { file, facts: { signature, file: named, ...facts } }: MadeExport,
  list: string,
  change: (facts: CoreFacts) => CoreFacts,
): Promise<MadeExport> {
  const { bytes, sha256, format } = named
  const changed = await seal(
    change({ ...facts, file: { format } }),
    { list, bytes, sha256 },
    async () => signature,
  )
  return { file, name: changed.file.name, facts: changed, factsFile: new Blob([writeFacts(changed)]) }
}

/** The parts of a workbook or a pack, by path. */
export async function unzippedParts(file: Blob): Promise<Record<string, Uint8Array>> {
  return unzipSync(new Uint8Array(await file.arrayBuffer()))
}

type Parts = readonly (readonly [path: string, content: Uint8Array | string])[]

/** Packed as this console packs. */
export function zipped(parts: Parts, kind?: 'pack'): Blob {
  const zip = new ZipWriter(kind)
  for (const [path, content] of parts)
    zip.file(path, typeof content === 'string' ? strToU8(content) : content)
  zip.end()
  return new Blob([new Uint8Array(zip.taken())])
}

/** The same ZIP, which states that a part of it unpacks to so many bytes: in its directory, and after the content. */
export async function stating(zip: Blob, path: string, size: number): Promise<Blob> {
  const bytes = await zip.bytes()
  const view = new DataView(bytes.buffer)
  for (let at = 46; at < bytes.length - path.length; at += 1) {
    const isInDirectory = view.getUint32(at - 46, true) === 0x02014b50
    if (!isInDirectory || strFromU8(bytes.subarray(at, at + path.length)) !== path) continue
    const [packed, place] = [view.getUint32(at - 26, true), view.getUint32(at - 4, true)]
    view.setUint32(at - 22, size, true)
    view.setUint32(place + 30 + path.length + packed + 12, size, true)
    return new Blob([bytes])
  }
  throw new Error(`${path} is not in this ZIP.`)
}
