/** In which asset fees are paid, for lists, totals and their files: by the decision that statements rest on, where a balance confirms it. */
import { type FeeDecision, feeAssetOf, paidFeeAsset } from '../contract/fee-asset.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { RecordsMoment } from '../store/moment.ts'
import { figureEntry } from './entry.ts'
import { ReportRecords } from './report-records.ts'

/** Null where the asset is not known, and where no vault pays. */
export type FeeAssetOf = (transaction: Pick<Transaction, 'asset_id' | 'network_id'>) => string | null

export async function readFeeAssets(moment: RecordsMoment): Promise<FeeAssetOf> {
  const records = await ReportRecords.open(moment, async () => null)
  const { vaults } = records.state.lists
  if (vaults === null || 'refused' in vaults) return () => null
  const decision = await decided(records)
  return (transaction) => paidFeeAsset(decision, transaction)
}

/** For pages, which show the fees of many transactions. */
export const feeAssetsFigure = figureEntry<object, FeeDecision>({
  name: 'fee-assets',
  lists: ['vaults', 'transactions'],
  parse: () => ({}),
  edges: () => [],
  make: decided,
})

async function decided(records: ReportRecords): Promise<FeeDecision> {
  const { rule, networks } = (await records.book()).balanceProof
  return {
    rule,
    networks: networks.map(({ network_id, asset_id, isAssumed }) => ({
      network_id,
      ...(isAssumed ? { asset_id: feeAssetOf(network_id), isUnconfirmed: true } : { asset_id }),
    })),
  }
}
