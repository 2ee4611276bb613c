/** Records and outcomes for tests of the store, as a reading would hand them over. */
import { parseBody } from '../../contract/answer-body.ts'
import type { Holding, Vault, Whitelist } from '../../contract/normal-records.ts'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../../sync/service/normalise.ts'
import type { AccountStore } from '../account-store.ts'
import type { Applied, ListOutcome, UpdateOutcome, WholeOutcome } from '../outcome.ts'
import type { ListEnd } from '../state.ts'
import type { Store } from '../store.ts'
import type { ReceivedTransaction } from '../transaction-row.ts'
import type { UnprovedBalance } from '../unproved-balances.ts'

export const completeEnd: ListEnd = {
  completeness: 'complete',
  doubts: [],
  begun: '2026-11-01T10:00:00.000Z',
  ended: '2026-11-01T10:01:00.000Z',
}

export interface ItemFields {
  readonly id?: string | null
  readonly status?: string | null
  /** Of the details object. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The text of an item of an answer. */
export function itemText({ id = 'T1', status = 'completed', details = {} }: ItemFields): string {
  return JSON.stringify({
    transaction_id: id,
    timestamp: '2026-11-01T10:00:00.000Z',
    status,
    transaction: {
      ...{ transaction_type: 'withdraw', asset_id: 'BTC', asset_name: 'Bitcoin', network_id: 'BTC' },
      ...{ network_name: 'Bitcoin', amount: '1.5', fee: '0.001', txn_hash: 'abc', note: '' },
      source: { source_type: 'vault', source_id: 'V1', source_name: 'Cold', source_address: 'addr-1' },
      destination: {
        ...{ destination_type: 'whitelist', destination_id: 'W1', destination_name: 'Broker' },
        ...{ destination_address: 'addr-2', memo: '' },
      },
      ...details,
    },
  })
}

export function receivedAt(place: number, item: ItemFields | string): ReceivedTransaction {
  const text = typeof item === 'string' ? item : itemText(item)
  return { transaction: normaliseTransaction(parseBody(text)), text, place }
}

/** In the order of the list. */
export function receivedList(items: readonly (ItemFields | string)[]): readonly ReceivedTransaction[] {
  return items.map((item, place) => receivedAt(place, item))
}

export function withIds(...ids: readonly string[]): readonly ReceivedTransaction[] {
  return receivedList(ids.map((id) => ({ id })))
}

export async function lease(store: AccountStore): Promise<string> {
  const fence = await store.takeLease('test', 60)
  if (fence === null) throw new Error('Another has the lease.')
  return fence
}

/** Stages a list in one pass, and applies it. */
export async function readWholeLists(
  store: AccountStore,
  rows: readonly ReceivedTransaction[],
  outcome: Partial<WholeOutcome> = {},
): Promise<Applied> {
  const fence = await lease(store)
  await store.beginStaging(fence)
  await store.stage(fence, rows, 1)
  return await store.applyWhole(fence, wholeOutcome(outcome))
}

export function wholeOutcome(outcome: Partial<WholeOutcome> = {}): WholeOutcome {
  const { begun, ended } = completeEnd
  return {
    begun,
    ended,
    requests: 1,
    gone: [],
    lists: {},
    transactions: completeEnd,
    since: null,
    answered: [],
    isLast: true,
    ...outcome,
  }
}

export function updateOutcome(outcome: Partial<UpdateOutcome>): UpdateOutcome {
  const times = { begun: '2026-11-01T10:02:00.000Z', ended: '2026-11-01T10:02:01.000Z' }
  return {
    ...times,
    requests: 6,
    first: [],
    last: [],
    changed: [],
    gone: [],
    lists: {},
    doubts: [],
    ...outcome,
  }
}

/** One that went from 0 to a balance while everything was read. */
export function unsettled(asset_id: string, balance: string): UnprovedBalance {
  const { begun, ended } = completeEnd
  return {
    ...{ vault_id: 'V', asset_id, network_id: 'N', remainders: null },
    before: { balance: '0', readAt: begun },
    after: { balance, readAt: ended },
  }
}

/** The key of an account of the operator. */
export function namedAccount(store: Store, name: string): Promise<string> {
  return store.account({ service: 'demo', reader: { kind: 'named', name }, apiKey: 'key', accountId: null })
}

/** Makes accounts, one for each test. */
export function accountsIn(store: Store) {
  let accounts = 0
  return async () => {
    accounts += 1
    const key = await namedAccount(store, `account ${accounts}`)
    return { key, records: store.of(key) }
  }
}

export function vaultsOutcome(...items: readonly object[]): ListOutcome<Vault> {
  return listOutcome(items, normaliseVault)
}

export function whitelistsOutcome(...items: readonly object[]): ListOutcome<Whitelist> {
  return listOutcome(items, normaliseWhitelist)
}

export function balancesOutcome(...items: readonly object[]): ListOutcome<Holding> {
  return listOutcome(items, normaliseHolding)
}

function listOutcome<R>(items: readonly object[], normalise: (received: unknown) => R): ListOutcome<R> {
  const texts = items.map((item) => JSON.stringify(item))
  return { texts, records: texts.map((text) => normalise(parseBody(text))), end: completeEnd }
}
