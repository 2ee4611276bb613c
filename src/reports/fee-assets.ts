/** In which asset fees are paid, for files of lists and of totals: by the decision that statements rest on. */
import { feeAssetOf } from '../contract/fee-asset.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { paidFeeAsset } from '../settlement/settle.ts'
import type { RecordsMoment } from '../store/moment.ts'
import { ReportRecords } from './report-records.ts'

/** Null where the asset is not known, and where no vault pays. */
export type FeeAssetOf = (transaction: Pick<Transaction, 'asset_id' | 'network_id'>) => string | null

/** The network's own where there are no balances to decide by. */
export async function readFeeAssets(moment: RecordsMoment): Promise<FeeAssetOf> {
  const records = await ReportRecords.open(moment, async () => null)
  const { vaults } = records.state.lists
  if (vaults === null || 'refused' in vaults) return ({ network_id }) => feeAssetOf(network_id)
  const { settlement } = await records.book()
  return (transaction) => paidFeeAsset(settlement, transaction)
}
