/** What a sample and a cut-off are taken of: the transactions of a filter that have an id. Without one they can be neither drawn nor traced. */
import { counted, countText } from '../../contract/count-text.ts'
import type { Report, ReportRow } from '../../contract/report.ts'
import type { SamplePopulation } from '../../store/queries/samples.ts'
import type { ListedTransaction } from '../../store/queries/transactions.ts'
import { recordRow } from '../columns.ts'
import { dayInZone } from '../recorded-sums.ts'
import { recordedTransaction } from '../report-records.ts'

/** On paper, the id is how a sample is traced. */
export const sampleColumns = [{ name: 'transaction_id', label: 'Transaction', kind: 'transaction' }] as const

export function sampleRow(listed: ListedTransaction, zone: string | null, place: number): ReportRow {
  const { transaction, recorded } = recordedTransaction(listed)
  return recordRow(transaction, dayInZone(recorded, zone), place)
}

export interface Population extends SamplePopulation {
  /** Transactions that may or may not be in the period. */
  readonly undecided: number
}

export function sampleHeadline(
  count: number,
  { ids, unnamed, undecided }: Population,
  how: string,
): Report['headline'] {
  if (ids === 0) {
    const none =
      undecided > 0 ? 'No transactions are known to match this filter' : 'No transactions match this filter'
    const text = unnamed === 0 ? none : `None of ${counted(unnamed, 'transaction')} has an id`
    return { text, tone: 'neutral' }
  }
  return { text: `${countText(count)} of ${counted(ids, 'transaction')} ${how}`, tone: 'neutral' }
}

export function uncountedTexts({ unnamed, repeated }: SamplePopulation): readonly string[] {
  return [
    ...(unnamed > 0
      ? [`${counted(unnamed, 'transaction has', 'transactions have')} no id, and cannot be drawn.`]
      : []),
    ...(repeated > 0
      ? [
          repeated === 1
            ? '1 transaction has the id of another, and is not counted.'
            : `${countText(repeated)} transactions have the id of another, and are not counted.`,
        ]
      : []),
  ]
}
