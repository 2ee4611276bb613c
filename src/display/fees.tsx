/** Fees with their assets. No record names them: they are those by which statements explain the balances, once all records are there. */
import { type ReactNode, useMemo } from 'react'
import { useFigure } from '../api/reports.ts'
import { type FeeDecision, feeAssetOf, paidFeeAsset } from '../contract/fee-asset.ts'
import { asFields, type Transaction } from '../contract/normal-records.ts'
import { Amount } from './amounts.tsx'

type PaidTransaction = Pick<Transaction, 'asset_id' | 'network_id'>

export interface FeeAssets {
  /** Null where the asset is not known, and where no vault pays. */
  assetOf(transaction: PaidTransaction): string | null
  /** How the assets are known: a sentence without its full stop. */
  readonly reason: string
}

export function useFeeAssets(): FeeAssets {
  const { data } = useFigure<FeeDecision>('fee-assets', '', isFeeDecision)
  return useMemo(() => (data === undefined || 'refusal' in data ? assumed : decidedBy(data)), [data])
}

const assumed: FeeAssets = {
  assetOf: ({ network_id }) => feeAssetOf(network_id),
  reason: 'Probably paid in the network’s own asset',
}

function decidedBy(decision: FeeDecision): FeeAssets {
  return {
    assetOf: (transaction) => paidFeeAsset(decision, transaction),
    reason:
      decision.rule.payer === null
        ? 'The balances show that no vault pays fees'
        : 'In the asset for which the balances add up',
  }
}

function isFeeDecision({ rule, networks }: Readonly<Record<string, unknown>>): boolean {
  return asFields(rule) !== null && Array.isArray(networks)
}

export function Fee({
  transaction,
  fractionWidth,
}: {
  transaction: PaidTransaction & Pick<Transaction, 'fee'>
  fractionWidth?: number
}): ReactNode {
  const { assetOf } = useFeeAssets()
  const { fee } = transaction
  const asset = fee === null ? null : assetOf(transaction)
  return (
    <Amount
      value={fee}
      {...(fractionWidth !== undefined && { fractionWidth })}
      {...(asset !== null && { asset })}
    />
  )
}
