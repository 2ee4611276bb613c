import { counted } from '../contract/count-text.ts'
import { type AboutFile, madeFileName } from './file-name.ts'
import type { ColumnKinds, ExportFormat, ListExport } from './list-export.ts'
import { csvWriter, type FileWriter, jsonWriter } from './writer.ts'

export interface ByteSink {
  /** Is told the name of the file before its first bytes. */
  named?(name: string): Promise<void>
  write(bytes: Uint8Array): void | Promise<void>
}

/** SHA-256 of what was written, in hexadecimal. */
export interface FileDigest {
  update(bytes: Uint8Array): void
  hex(): string
}

export type FileContent<R> = Pick<ListExport<R>, 'kinds' | 'rowsOf' | 'received' | 'hasOthers'>

export interface WrittenFile extends Pick<AboutFile, 'completeness' | 'reasons' | 'remarks'> {
  readonly name: string
  /** Without the header; for JSON, records. */
  readonly rows: number
  readonly sha256: string
}

/** `columns` gives the order. JSON holds whole records and ignores it. */
export async function beginFile<R>(
  format: ExportFormat,
  content: FileContent<R>,
  columns: readonly string[],
  sink: ByteSink,
  digest: FileDigest,
) {
  const writer = await createWriter(format, columns, content.kinds)
  let rows = 0
  let withOthers = 0
  const write = async (piece: Uint8Array) => {
    if (piece.length === 0) return
    digest.update(piece)
    await sink.write(piece)
  }
  await write(writer.begin())
  return {
    async add(records: readonly R[]): Promise<void> {
      const stored: (readonly string[])[] = []
      for (const record of records) {
        if (format === 'json') stored.push([JSON.stringify(content.received(record)) ?? 'null'])
        else {
          if (content.hasOthers(record)) withOthers += 1
          for (const row of content.rowsOf(record))
            stored.push(columns.map((name) => writer.stored(row[name] ?? null)))
        }
      }
      rows += stored.length
      await write(writer.rows(stored))
    },
    async end(about: AboutFile): Promise<WrittenFile> {
      await write(writer.end())
      const { completeness, reasons } = about
      const have = counted(withOthers, 'record has fields', 'records have fields')
      const others = `${have} that the specification does not have. Only JSON includes them.`
      return {
        ...{ name: madeFileName(about, format), rows, completeness, reasons },
        remarks: [...(withOthers > 0 ? [others] : []), ...writer.remarks(), ...about.remarks],
        sha256: digest.hex(),
      }
    },
  }
}

async function createWriter(
  format: ExportFormat,
  columns: readonly string[],
  kinds: ColumnKinds,
): Promise<FileWriter> {
  if (format === 'json') return jsonWriter()
  if (format === 'csv') return csvWriter(columns)
  // Few files are XLSX.
  const { XlsxWriter } = await import('./xlsx-writer.ts')
  return new XlsxWriter(columns, kinds)
}
