/**
 * Changes that the gateway saw. `GET /api/changes`: newest first, of the record `id`; with `after`, those recorded by later readings, of the
 * records `id`. Before all records are read it answers GTW-26, and if none are kept GTW-27.
 */
import type { AnswerBasis } from './console-api.ts'
import { type Endpoint, limitRange } from './endpoints.ts'

export const changedKinds = ['transaction', 'whitelist', 'entry', 'vault', 'holding', 'balance'] as const
/** `entry`: of a whitelist. `holding`: the total of an asset in a vault. `balance`: the total of an asset in a list of balances. */
export type ChangedKind = (typeof changedKinds)[number]

/**
 * `final`: changed after its end. `backwards`: to an earlier status. `late`: new, and recorded on a day that was read before. `unlisted`: not in a
 * reading, which does not show that it is gone. `unexplained`: of a holding, what transactions do not explain of it changed.
 */
export const changeEvents = [
  'gone',
  'final',
  'backwards',
  'late',
  'unexplained',
  'new',
  'changed',
  'returned',
  'unlisted',
] as const
export type ChangeEvent = (typeof changeEvents)[number]

/** What should never happen. Of a whitelist or a vault, to be gone is no such thing. */
export const unexpectedEvents = [
  'final',
  'backwards',
  'late',
  'unexplained',
] as const satisfies readonly ChangeEvent[]

export interface ChangedField {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** Times are ISO 8601 UTC, by the gateway's clock. */
export interface RecordChange {
  /** The reading that recorded it: its end in milliseconds since 1970, always increasing whatever the clock says. */
  readonly reading: number
  readonly place: number
  readonly kind: ChangedKind
  /** Of the transaction, of the whitelist (of an entry, too), of the vault (of a holding, too), or the list of balances. */
  readonly id: string
  /** Of a whitelist or a vault, as it was then. */
  readonly name: string | null
  /** Of a transaction, as the store has it now, a holding or a balance. */
  readonly asset_id: string | null
  readonly network_id: string | null
  /** Of a transaction, as the store has it now. The amount is as it came. */
  readonly transaction_type: string | null
  readonly amount: string | null
  readonly event: ChangeEvent
  /**
   * The status of a transaction, the total of a holding or a balance, the entry of a whitelist as JSON of `ChangedEntry`, the name of a vault or a
   * whitelist. Null where there was none.
   */
  readonly before: string | null
  readonly after: string | null
  readonly fields: readonly ChangedField[]
  /** It happened after this. Null where nobody knows. */
  readonly since: string | null
  readonly seen: string
  /** A whole reading found it: it may have happened long before, unseen. */
  readonly isWhole: boolean
  /**
   * Of a holding, where its vault was asked for: the transactions of its vault and asset that were seen to complete after `since` and by `seen`; of
   * more than `mostCompleted`, one more.
   */
  readonly completed?: readonly string[]
}

/** As many ids as a link takes. */
export const mostCompleted = 50

export interface ChangedEntry {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string | null
  readonly memo: string | null
}

const words = { form: 'text', refusedWith: 'ERR-00' } as const

export const changesEndpoint = {
  path: '/changes',
  parameters: {
    limit: { form: limitRange, refusedWith: 'ERR-00' },
    after: { form: { min: 0, max: Number.MAX_SAFE_INTEGER }, refusedWith: 'ERR-00' },
    kind: { form: changedKinds, refusedWith: 'ERR-00' },
    id: words,
    event: { form: changeEvents, refusedWith: 'ERR-00' },
  },
  several: ['kind', 'event', 'id'],
} as const satisfies Endpoint

/** Of one kind, event, and status of a transaction before and after. */
export interface ChangeCount extends Pick<RecordChange, 'kind' | 'event' | 'before' | 'after'> {
  readonly count: number
}

export interface KeptRecord {
  /** Changes of several with one id cannot be told apart. */
  readonly records: number
  /** Of a transaction, by the changes that are told. */
  readonly status: string | null
}

export interface ChangesAnswer extends AnswerBasis {
  /** Since when changes are recorded: ISO 8601 UTC. Null before the first reading. */
  readonly since: string | null
  /** The answer has every change that was seen up to this moment. */
  readonly until: string | null
  /** The reading that recorded the latest change, for `after`. 0 before the first. */
  readonly last: number
  /** Null unless one record is asked for. */
  readonly kept: KeptRecord | null
  readonly changes: readonly RecordChange[]
}
