/** Exports of made-up transactions, and what checking them comes to. */
import { strFromU8 } from 'fflate'
import { normaliseTransaction } from '../../../api/normalise.ts'
import type { Transaction } from '../../../api/records.ts'
import type { ExportFormat } from '../../../files/facts.ts'
import { columnsFor, type FileRow, withDateColumn } from '../../../files/list-export.ts'
import { transactionsExport } from '../../../files/lists.ts'
import { exportOf, type MadeExport, unzippedParts, zipped } from '../../../files/testing/made-export.ts'
import { fileBytes } from '../../../files/text-units.ts'
import { openExport } from '../export-file.ts'
import type { TrustedKeys } from '../signature.ts'
import { type Comparison, type ComparisonName, checkExport, type ExportVerdict } from '../verdict.ts'

/** The names of all columns of transactions that a record fills. */
export const allColumns = withDateColumn(columnsFor(transactionsExport, 'all'), false)

/** 25 completed withdrawals; their amounts add up to 100. */
export const withdrawals = Array.from({ length: 25 }, (_, index) => transactionAt(index))

/** One of them, with other values where they are given. */
export function transactionAt(
  index: number,
  amount = index === 7 ? '7.5' : '3.7',
  asset = 'BTC',
  note?: string,
): Transaction {
  return normaliseTransaction({
    transaction_id: `txn_${index}`,
    timestamp: '2026-11-21T15:03:22.000Z',
    status: 'completed',
    transaction: {
      transaction_type: 'withdraw',
      asset_id: asset,
      network_id: 'BTC',
      amount: index === 8 && amount === '3.7' ? '7.4' : amount,
      fee: '0.0001',
      source: { source_type: 'vault', source_id: 'v' },
      destination: { destination_type: 'whitelist', memo: '' },
      note: note ?? `note ${index}`,
    },
  })
}

/** An export of transactions: of the withdrawals, if it is not said otherwise. */
export function exported(
  format: ExportFormat = 'csv',
  { records = withdrawals, columns = allColumns, ...otherwise }: ExportedOtherwise = {},
): Promise<MadeExport> {
  return exportOf(transactionsExport, records, format, columns, otherwise)
}

type ExportedOtherwise = NonNullable<Parameters<typeof exportOf>[4]> & {
  readonly records?: readonly Transaction[]
  readonly columns?: readonly string[]
}

/** The same workbook with another part in place of one, or beside those that it has. */
export async function withPart(
  { file, ...others }: MadeExport,
  path: string,
  change: (xml: string) => string | Uint8Array,
): Promise<MadeExport> {
  const parts = await unzippedParts(file)
  const other = change(strFromU8(parts[path] ?? new Uint8Array()))
  return { ...others, file: zipped(Object.entries({ ...parts, [path]: other })) }
}

export const sheetPart = 'xl/worksheets/sheet1.xml'

/** The verdict on an export. */
export function checked(
  { file, name, factsFile }: Pick<MadeExport, 'file' | 'name' | 'factsFile'>,
  keys: TrustedKeys = [],
): Promise<ExportVerdict> {
  return checkExport({ name, blob: file }, factsFile, { signal: new AbortController().signal, keys })
}

/** Its comparisons. */
export async function checksOf(made: Parameters<typeof checked>[0]): Promise<readonly Comparison[]> {
  return (await checked(made)).comparisons
}

/** The names of those that differ. */
export function failed(comparisons: readonly Comparison[]): ComparisonName[] {
  return comparisons.filter(({ agrees }) => agrees === false).map(({ name }) => name)
}

/** What one of them found. */
export function foundBy(comparisons: readonly Comparison[], name: ComparisonName): string | undefined {
  return comparisons.find((each) => each.name === name)?.found
}

/** Its rows, as the verifier reads them. */
export async function rowsOf({
  file,
  factsFile,
}: Pick<MadeExport, 'file' | 'factsFile'>): Promise<readonly FileRow[]> {
  const opened = await openExport({ name: 'x', blob: file }, factsFile)
  const rows: FileRow[] = []
  const bytes = fileBytes(file, new AbortController().signal)
  for await (const piece of opened.read(bytes)) rows.push(...piece.rows)
  return rows
}
