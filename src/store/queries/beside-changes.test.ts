import { expect, it } from 'vitest'
import { openEither } from '../../database/testing/databases.ts'
import type { AccountStore } from '../account-store.ts'
import type { UpdateOutcome } from '../outcome.ts'
import { openStore } from '../store.ts'
import {
  completeEnd,
  lease,
  readWholeLists,
  receivedAt,
  receivedList,
  updateOutcome,
  vaultsOutcome,
} from '../testing/records.ts'
import { changeKey } from './beside-changes.ts'

const minute = (number: number) => `2026-11-01T11:${String(number).padStart(2, '0')}:00.000Z`

async function update(records: AccountStore, at: number, outcome: Partial<UpdateOutcome>): Promise<void> {
  const times = { begun: minute(at), ended: minute(at).replace(':00.000', ':01.000') }
  await records.applyUpdate(await lease(records), updateOutcome({ ...times, ...outcome }))
}

/** A vault that holds so much, as it was read then. */
function holding(total_balance: string, at: number) {
  const assets = [{ asset_id: 'BTC', network_id: 'BTC', balances: { total_balance } }]
  const end = { ...completeEnd, begun: minute(at) }
  return { vaults: { ...vaultsOutcome({ vault_id: 'V1', assets }), end } }
}

it('names what completed in a vault while its total moved, and how many records have an id', async () => {
  const database = await openEither()
  const store = await openStore(database)
  const reader = { kind: 'named', name: 'Account' } as const
  const records = store.of(await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null }))
  await readWholeLists(
    records,
    receivedList([
      ...['out', 'early', 'open'].map((id) => ({ id, status: 'pending' })),
      { id: 'ether', status: 'pending', details: { asset_id: 'ETH', network_id: 'ETH' } },
      { id: 'other', status: 'pending', details: { source: { source_type: 'vault', source_id: 'V2' } } },
      ...['twice', 'twice'].map((id) => ({ id })),
    ]),
  )
  await update(records, 1, { lists: holding('9', 1) })
  const completed = (id: string, details = {}) => receivedAt(0, { id, status: 'completed', details })
  await update(records, 2, { changed: [completed('early')], lists: holding('8', 2) })
  await update(records, 3, {
    changed: [
      completed('out'),
      completed('ether', { asset_id: 'ETH', network_id: 'ETH' }),
      completed('other', { source: { source_type: 'vault', source_id: 'V2' } }),
      receivedAt(0, { id: 'open', status: 'processing' }),
    ].map((row, place) => ({ ...row, place })),
    lists: holding('6.5', 3),
  })
  await update(records, 4, { lists: holding('6', 4) })
  const changes = await records.recordChanges(['holding'], 'V1', 9)
  const meanwhile = await records.completedMeanwhile('V1', 9, 9)
  expect(changes.map((change) => [change.after, meanwhile.get(changeKey(change))])).toEqual([
    ['6', undefined],
    ['6.5', ['out']],
    ['8', ['early']],
  ])
  expect((await records.completedMeanwhile('V1', 1, 9)).size).toBe(0)

  const kept = (kind: 'transaction' | 'vault' | 'entry', id: string) => records.keptRecord(kind, id)
  expect(await kept('transaction', 'open')).toEqual({ records: 1, status: 'processing' })
  expect(await kept('transaction', 'twice')).toMatchObject({ records: 2 })
  expect(await kept('transaction', 'nowhere')).toEqual({ records: 0, status: null })
  await update(records, 5, { changed: [receivedAt(0, { id: 'out', status: 'confirming' })] })
  expect(await kept('transaction', 'out')).toEqual({ records: 1, status: 'completed' })
  expect(await kept('vault', 'V1')).toEqual({ records: 1, status: null })
  expect(await kept('entry', 'W1')).toEqual({ records: 0, status: null })
})
