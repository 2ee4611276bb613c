import { expect, test } from 'vitest'
import type { CounterpartyFigure, PartyAccountUse } from '../../contract/counterparty.ts'
import type { WhitelistAsset } from '../../contract/normal-records.ts'
import { listedUses } from './listed-uses.ts'

const flow = { counts: [], totals: [] }
const own = { asset_id: 'XRP', network_id: 'XRP', address: 'rPe1', memo: '7' }
const use: PartyAccountUse = { ...own, isListed: true, sent: flow, received: flow, recorded: null }
const figure: CounterpartyFigure = {
  party: { kind: 'whitelist', id: 'W1', name: null },
  ...{ sent: flow, received: flow, recorded: null, accounts: [use], doubts: [], as_of: '' },
}
const entry: WhitelistAsset = { ...own, asset_name: null, network_name: null, others: [] }
const whitelist = { whitelist_id: 'W1' }

test('an entry is awaited until the whitelist is known, and one that is not among its accounts is not known', () => {
  expect(listedUses(whitelist, undefined, null).of(entry)).toBeUndefined()
  expect(listedUses(whitelist, figure, null).of(entry)).toBe(use)
  expect(listedUses(whitelist, figure, null).of({ ...entry, address: null })).toBeNull()
  expect(listedUses(whitelist, { ...figure, doubts: ['Partial.'] }, null).doubts).toEqual(['Partial.'])
})

test('a whitelist that cannot be asked for says why', () => {
  const refusal = { title: 'No counterparty', text: 'No record has this id.' }
  expect(listedUses(whitelist, { refusal }, null).whyNone).toBe('No record has this id.')
  expect(listedUses({ whitelist_id: null }, undefined, null).of(entry)).toBeNull()
})
