/** Totals as rows of a file: counts and exact sums, with the asset in which the network takes its fees. */
import { isoInstant } from '../../../contract/day.ts'
import type { DayValues } from '../../../contract/prices.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { valueCells, valueKinds } from '../../../files/kept-lists.ts'
import type { FileContent } from '../../../files/written-file.ts'
import type { FeeAssetOf } from '../../../reports/fee-assets.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import type { TransactionTotal } from '../../../store/queries/transactions.ts'
import { askedTransactions, totalsColumns } from '../api/list-query.ts'

/** The asset of fees is told where networks are told apart. */
export function totalsColumnNames(query: ReadQuery): readonly string[] {
  const by = totalsColumns(query)
  return [
    ...by,
    ...['transactions', 'amount', 'fee'],
    ...(by.includes('network_id') ? ['fee_asset'] : []),
    ...['amountless', 'feeless', 'recorded_from', 'recorded_before'],
  ]
}

export const totalsContent = (
  feeAssetOf: FeeAssetOf,
  values: DayValues | null,
): FileContent<TransactionTotal> => ({
  kinds: {
    ...valueKinds,
    ...{ transactions: 'count', amountless: 'count', feeless: 'count' },
    ...{ amount: 'amount', fee: 'amount', recorded_from: 'instant', recorded_before: 'instant' },
  },
  rowsOf: ({ group, count, amount, amountless, fee, feeless, recorded }) => [
    {
      ...group,
      ...{ transactions: String(count), amountless: String(amountless), feeless: String(feeless) },
      ...{ amount, fee, fee_asset: feeAssetOf({ asset_id: null, network_id: null, ...group }) },
      recorded_from: recorded && isoInstant(recorded.from),
      recorded_before: recorded && isoInstant(recorded.before),
      ...(values && cellsOf(values, { group, amount })),
    },
  ],
  received: (total) => ({ ...total, ...(values && cellsOf(values, total)) }),
  hasOthers: () => false,
})

function cellsOf(values: DayValues, { group, amount }: Pick<TransactionTotal, 'group' | 'amount'>) {
  return valueCells(values, { asset_id: group.asset_id ?? null, held: amount })
}

export async function* totalsPieces(
  moment: RecordsMoment,
  query: ReadQuery,
): AsyncGenerator<readonly TransactionTotal[]> {
  yield await moment.totals(askedTransactions(query), totalsColumns(query))
}
