/** What a statement says beside its figures: what is not proved, and what its transactions carry that nobody can count. */
import { dayText } from '../../api/dates/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { Fault, HoldingKey, InFlight } from './book.ts'
import { proofOf, type StatementScope, type Unproved } from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'

/** One thing that is worth a look. */
export interface Finding {
  /** Which holding; null where it is one transaction. */
  readonly key: HoldingKey | null
  readonly transaction_id: string | null
  readonly what:
    | { readonly kind: 'unproved'; readonly reasons: readonly Unproved[] }
    | { readonly kind: 'unlisted-vault' }
    | { readonly kind: 'below-zero'; readonly day: string; readonly balance: string }
    | { readonly kind: 'fault'; readonly fault: Fault['fault'] }
}

/** The findings of the holdings in a statement, and of all transactions that were read. */
export function findingsOf(
  { settlement, book }: Pick<OwnedLedger, 'settlement' | 'book'>,
  { includes, isWhole }: StatementScope,
): readonly Finding[] {
  const holdings = settlement.holdings.filter(({ key, vault }) => includes(key, vault))
  return [
    ...holdings.flatMap((holding): Finding[] => {
      const { key, vault, belowZero } = holding
      const proof = proofOf(holding, isWhole)
      const about = (what: Finding['what']): Finding => ({ key, transaction_id: null, what })
      return [
        ...(proof.state === 'unproved' ? [about({ kind: 'unproved', reasons: proof.reasons })] : []),
        ...(vault === null ? [about({ kind: 'unlisted-vault' })] : []),
        ...(belowZero
          ? [
              about({
                kind: 'below-zero',
                day: dayText(belowZero.day),
                balance: writeDecimal(belowZero.balance),
              }),
            ]
          : []),
      ]
    }),
    ...book.faults.map(
      ({ transaction_id, fault }): Finding => ({ key: null, transaction_id, what: { kind: 'fault', fault } }),
    ),
  ]
}

/** What is in flight from or to the vaults of a statement, and of its assets. */
export function inFlightIn(
  { book, balances }: Pick<OwnedLedger, 'book' | 'balances'>,
  { includes }: StatementScope,
): readonly InFlight[] {
  const vaults = new Map(balances.vaults.map((vault) => [vault.vault_id, vault]))
  return book.inFlight.filter(({ transaction: { source, destination, asset_id, network_id } }) => {
    const parties = [
      ...(source.source_type === 'vault' ? [source.source_id] : []),
      ...(destination.destination_type === 'vault' ? [destination.destination_id] : []),
    ]
    return parties.some((vault_id) =>
      includes({ vault_id, asset_id, network_id }, vaults.get(vault_id) ?? null),
    )
  })
}
