import type { ExportFormat } from '../facts.ts'
import { columnsFor, type ListFilter } from '../list-export.ts'
import { transactionsExport } from '../lists.ts'
import { type ExportControl, type ExportRequest, runExport } from '../run.ts'

interface Asked {
  readonly filter?: ListFilter
  readonly columns?: readonly string[]
  readonly account?: NonNullable<ExportRequest['account']>
  /** What is known of the date filter is known for a session. */
  readonly session?: string
}

export function exportRequest(
  format: ExportFormat,
  { filter = {}, columns = columnsFor(transactionsExport, 'all'), session = 'mark-of-a', account }: Asked,
): ExportRequest {
  return {
    ...{ title: 'Transactions', list: 'transactions', filter, format, columns, session },
    link: '/transactions?asset_id=BTC',
    service: { address: 'https://custody.invalid', account: null },
    ...(account && { account }),
  }
}

/** An export of transactions from the service that answers `fetch`. */
export async function exportRun(format: ExportFormat, asked: Asked, control: Partial<ExportControl>) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const facts = await runExport(
    exportRequest(format, asked),
    { write: (bytes) => void pieces.push(new Uint8Array(bytes)) },
    { signal: new AbortController().signal, sleep: async () => {}, ...control },
  )
  const file = new Blob(pieces)
  return { facts, file, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.bytes()) }
}
