/** Failed transactions whose fees are exactly what balances lack. */

import { paidFeeAsset } from '../../contract/fee-asset.ts'
import type { ReportTable } from '../../contract/report.ts'
import { effectsOf, pays } from '../../ledger/effects.ts'
import { holdingName } from '../../ledger/movement-ledger.ts'
import type { FeePayment } from '../../ledger/movements.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import { recordColumns, recordRow } from '../columns.ts'
import type { RecordedTransaction, ReportRecords } from '../report-records.ts'
import { lacksFailedFees } from './holding-lines.ts'

export async function failedWithFees(
  records: ReportRecords,
  holdings: readonly HoldingProof[],
  payment: FeePayment,
): Promise<readonly RecordedTransaction[]> {
  const short = new Set(holdings.filter(lacksFailedFees).map(({ key }) => holdingName(key)))
  if (short.size === 0) return []
  const failed = await records.transactions({ status: ['failed'] })
  return failed.filter(({ transaction }) => {
    const key = { asset_id: paidFeeAsset(payment, transaction), network_id: transaction.network_id }
    return effectsOf(transaction).fees.some(
      ({ vault_id, part }) => pays(payment.rule, part) && short.has(holdingName({ vault_id, ...key })),
    )
  })
}

/** `dayOf`: the day of a transaction, where it is known. */
export function failedFeesTable(
  failed: readonly RecordedTransaction[],
  dayOf: (recorded: RecordedTransaction['recorded']) => string | null,
): ReportTable {
  return {
    name: 'failed-fees',
    title: 'Failed transactions with fees',
    isAside: true,
    remarks: [
      'The balances of some holdings are lower than their transactions explain, by exactly these fees. The service may have charged them.',
    ],
    columns: [...recordColumns, { name: 'fee', label: 'Fee', kind: 'amount' }],
    rows: failed.map(({ transaction, recorded }, index) => recordRow(transaction, dayOf(recorded), index)),
  }
}
