/** Exports of made-up transactions, and what checking them comes to. */
import { normaliseTransaction } from '../../../api/normalise.ts'
import type { Transaction } from '../../../api/records.ts'
import type { ExportFormat } from '../../../files/facts.ts'
import { columnsFor, withDateColumn } from '../../../files/list-export.ts'
import { transactionsExport } from '../../../files/lists.ts'
import { exportOf, type MadeExport } from '../../../files/testing/made-export.ts'
import type { TrustedKeys } from '../signature.ts'
import { type Comparison, type ComparisonName, checkExport, type ExportVerdict } from '../verdict.ts'

/** The formats that can be verified. */
export const textFormats = ['csv', 'json'] as const

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
