import type { Holding } from '../../api/records.ts'
import type { ColdAndWarm } from '../../components/holdings/cold-and-warm.ts'
import type { SplitOf } from '../../components/holdings/use-split.ts'
import { writeHoldingId } from '../../url/holding-id.ts'

/** One line of the balance table: a holding of an asset on one network. */
export interface BalanceRow extends Holding {
  readonly id: string
  readonly split: ColdAndWarm
}

/** The lines of the table, in the service's order. Nothing is added: two assets may share a name and be worth nothing alike. */
export function balanceRows(holdings: readonly Holding[], splitOf: SplitOf): readonly BalanceRow[] {
  return holdings.map((held, index) => ({
    ...held,
    id: writeHoldingId(held) ?? `row-${index}`,
    split: splitOf(held),
  }))
}
