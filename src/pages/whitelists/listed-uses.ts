/** How each entry of a whitelist was used, by what is known of the whole whitelist. */
import { needsAllRecords } from '../../api/failure.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { CounterpartyFigure, PartyAccountUse } from '../../contract/counterparty.ts'
import type { Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'
import type { LinkRefusal } from '../../contract/report.ts'

export interface EntryUses {
  /** Undefined while it is awaited, null where it is not known. */
  of(entry: WhitelistAsset): PartyAccountUse | null | undefined
  /** Why none is known: a sentence. */
  readonly whyNone: string | null
  /** Why there may be more: sentences. */
  readonly doubts: readonly string[]
}

export function listedUses(
  { whitelist_id: id }: Pick<Whitelist, 'whitelist_id'>,
  answer: CounterpartyFigure | { readonly refusal: LinkRefusal } | undefined,
  failure: ApiError | null,
): EntryUses {
  const whyNone = whyUnknown(id, answer, failure)
  return {
    of({ asset_id, network_id, address, memo }) {
      if (whyNone !== null) return null
      if (answer === undefined || 'refusal' in answer) return undefined
      return (
        answer.accounts.find(
          (use) =>
            use.isListed &&
            use.asset_id === asset_id &&
            use.network_id === network_id &&
            use.address === address &&
            use.memo === (memo || null),
        ) ?? null
      )
    },
    whyNone,
    doubts: answer && 'doubts' in answer ? answer.doubts : [],
  }
}

function whyUnknown(
  id: string | null,
  answer: CounterpartyFigure | { readonly refusal: LinkRefusal } | undefined,
  failure: ApiError | null,
): string | null {
  if (!id) return 'How it was used is not known: the whitelist has no id.'
  if (answer !== undefined) return 'refusal' in answer ? answer.refusal.text : null
  if (failure === null) return null
  return needsAllRecords(failure) ? 'Sums and dates show once all records are read.' : failure.failure.details
}
