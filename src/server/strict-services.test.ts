/** Lists of services that serve what the specification shows, and no more, over HTTP. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  errorAnswer,
  errorWith,
  json,
  type Script,
  startScriptedService,
} from '../../e2e/support/scripted-service.ts'
import { makeStrict, type StrictService, strictServices } from '../../e2e/support/strict-service.ts'
import { openEither } from '../database/testing/databases.ts'
import { readListRecords } from '../sync/service/read-list.ts'
import { readingsOver } from '../sync/service/testing/asked-service.ts'
import { readAllBalances, readAllVaults } from '../sync/service/unpaged-lists.ts'
import { referenceLists, wholeBalances, wholeTransactions, wholeVaults } from '../sync/service/whole-lists.ts'
import { isWholeSet } from '../testing/cases.ts'
import { fixtureBooks, fixtureTransactions } from './service/testing/books.ts'
import { fill, listen } from './service/testing/service.ts'

/** Of a length at which services cut. */
const rows = 230
const numbered = Array.from({ length: rows }, (_, index) => index)
const [vault, whitelist, transaction] = [
  fixtureBooks.vaults[0],
  fixtureBooks.whitelists[0],
  fixtureTransactions[0],
]
if (!vault || !whitelist || !transaction) throw new Error('the fixture is empty')
const assets = numbered.map((index) => ({
  ...{ asset_id: `A${index}`, network_id: 'N', asset_name: 'Asset', network_name: 'Network' },
}))

const database = await openEither()
await fill(database, {
  assets,
  vaults: numbered.map((index) => ({
    ...vault,
    vault_id: `v${index}`,
    vault_type: index % 2 === 0 ? 'cold' : 'warm',
  })),
  holdings: () =>
    assets.map(({ asset_id, network_id }, index) => ({
      ...{ vault_id: `v${index}`, asset_id, network_id, available_balance: '1' },
      ...{ processing_balance: '0', staking_balance: '0', claimable_balance: '0' },
    })),
  whitelists: numbered.map((index) => ({ ...whitelist, whitelist_id: `w${index}` })),
  whitelistAddresses: [],
  transactions: numbered.map((index) => ({
    ...transaction,
    ...{ transaction_id: `t${index}`, asset_id: `A${index}`, network_id: 'N' },
  })),
})
const service = await listen(database)
const scripted = await startScriptedService(service.address)
afterAll(async () => {
  await scripted.close()
  await service.close()
})

const headers = { 'x-api-key': 'demo-viewer-key' }
/** Knows nothing of the service when a test begins. */
let read: ReturnType<typeof readingsOver>
beforeEach(() => {
  scripted.reset()
  read = readingsOver((target) => fetch(scripted.address + target, { headers }))
})

const queriesOf = (path: string) =>
  scripted.received
    .filter(({ target }) => target.split('?')[0] === path)
    .map(({ target }) => target.split('?')[1])

describe.each(Object.keys(strictServices) as StrictService[])('a service that %s', (name) => {
  it('shows each list whole, has each file complete, and is asked few things that it refuses', async () => {
    const { refused } = makeStrict(scripted, name)
    for (let reading = 0; reading < (isWholeSet ? 2 : 1); reading += 1) {
      expect(await read(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
      expect(await read(readAllVaults({ vault_type: 'cold' }))).toMatchObject({
        records: { length: rows / 2 },
        isWhole: true,
      })
      for (const [type, count] of [
        ['all', rows],
        ['cold', rows / 2],
        ['warm', rows / 2],
      ] as const)
        expect(await read(readAllBalances(type))).toMatchObject({
          records: { length: count },
          isWhole: true,
        })
    }
    const whole = { completeness: 'complete', rows }
    expect(await read(readListRecords(wholeVaults()))).toMatchObject(whole)
    expect(await read(readListRecords(wholeBalances('all')))).toMatchObject(whole)
    expect(await read(readListRecords(referenceLists.whitelists))).toMatchObject(whole)
    expect(await read(readListRecords(wholeTransactions()))).toMatchObject(whole)
    expect(refused.length).toBeLessThanOrEqual(3)
  })
})

describe('the next page of a list that may be cut', () => {
  const afterFirst =
    (first: Script, next: Script): Script =>
    (request, response) =>
      (request.url?.includes('?') ? next : first)(request, response)

  it('is asked for only at a length at which services cut', async () => {
    // The service cuts at 200, and has 30 more.
    expect(await read(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
    expect(queriesOf('/vaults')).toEqual([undefined, 'limit=200&offset=199'])
    scripted.reset()
    scripted.script('/vaults', json({ vaults: numbered.slice(0, 13).map((vault_id) => ({ vault_id })) }))
    expect(await read(readAllVaults({}))).toMatchObject({ records: { length: 13 }, isWhole: true })
    expect(queriesOf('/vaults')).toEqual([undefined])
  })

  it('is where the gateway begins that cannot take the whole list', async () => {
    const tooLarge = errorWith({ error_code: 'GTW-03' }, 502)
    scripted.script('/vaults', afterFirst(tooLarge, scripted.passOn))
    for (let reading = 0; reading < 2; reading += 1)
      expect(await read(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
    expect(queriesOf('/vaults').filter((query) => query === undefined)).toHaveLength(1)
    scripted.script('/balances', afterFirst(tooLarge, errorAnswer('ERR-00')))
    await expect(read(readAllBalances('all'))).rejects.toMatchObject({ failure: { code: 'GTW-03' } })
  })

  it.each(['ERR-01', 'ERR-03', 'VAL-01'] as const)('that fails with %s was not asked', async (code) => {
    scripted.script('/vaults', afterFirst(scripted.passOn, errorAnswer(code)))
    expect(await read(readAllVaults({}))).toMatchObject({ records: { length: 200 }, isWhole: false })
  })

  it('leaves a file partial where it fails', async () => {
    scripted.script('/balances', afterFirst(scripted.passOn, errorAnswer('ERR-01')))
    const doubts = [expect.stringMatching(/after 200 records: its next page could not be read/)]
    expect(await read(readListRecords(wholeBalances('all')))).toMatchObject({
      completeness: 'partial',
      doubts,
    })
  })

  it('has no say in a list without pages, and is asked for once a session', async () => {
    scripted.script('/balances', afterFirst(scripted.passOn, errorAnswer('ERR-00')))
    for (let reading = 0; reading < 3; reading += 1)
      expect(await read(readAllBalances('all'))).toMatchObject({
        records: { length: 200 },
        isWhole: true,
      })
    expect(queriesOf('/balances')).toEqual([undefined, 'limit=200&offset=199', undefined, undefined])
  })
})
