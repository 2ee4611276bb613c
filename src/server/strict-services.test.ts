/** Lists of services that serve what the specification shows, and no more, over HTTP. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  errorBody,
  errorWith,
  json,
  type Script,
  startScriptedService,
} from '../../e2e/support/scripted-service.ts'
import { makeStrict, type StrictService, strictServices } from '../../e2e/support/strict-service.ts'
import { run } from '../api/retries.ts'
import { profileOfSession } from '../api/service-profile.ts'
import { runOnce } from '../api/testing/run-once.ts'
import { serviceReadPrefix } from '../contract/session.ts'
import { openEither } from '../database/testing/databases.ts'
import { readAllBalances, readAllVaults } from '../sync/service/unpaged-lists.ts'
import { walkList } from '../sync/service/walk.ts'
import {
  wholeBalances,
  wholeTransactions,
  wholeVaults,
  wholeWhitelists,
} from '../sync/service/whole-lists.ts'
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
  await database.close()
})

beforeEach(({ task }) => {
  scripted.reset()
  profileOfSession(task.id)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fetch(scripted.address + path.replace(serviceReadPrefix, ''), {
      ...init,
      headers: { 'x-api-key': 'demo-viewer-key' },
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const queriesOf = (path: string) =>
  scripted.received
    .filter(({ target }) => target.split('?')[0] === path)
    .map(({ target }) => target.split('?')[1])

describe.each(Object.keys(strictServices) as StrictService[])('a service that %s', (name) => {
  it('shows each list whole, has each file complete, and is asked few things that it refuses', async () => {
    const { refused } = makeStrict(scripted, name)
    for (let reading = 0; reading < (isWholeSet ? 2 : 1); reading += 1) {
      expect(await runOnce(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
      expect(await runOnce(readAllVaults({ vault_type: 'cold' }))).toMatchObject({
        records: { length: rows / 2 },
        isWhole: true,
      })
      for (const [type, count] of [
        ['all', rows],
        ['cold', rows / 2],
        ['warm', rows / 2],
      ] as const)
        expect(await runOnce(readAllBalances(type))).toMatchObject({
          records: { length: count },
          isWhole: true,
        })
    }
    const whole = { completeness: 'complete', rows }
    expect(await runOnce(walkList(wholeVaults({})))).toMatchObject(whole)
    expect(await runOnce(walkList(wholeBalances('all', {})))).toMatchObject(whole)
    expect(await runOnce(walkList(wholeWhitelists({})))).toMatchObject(whole)
    expect(await runOnce(walkList(wholeTransactions({})))).toMatchObject(whole)
    const ofAsset = { asset_id: 'A7', network_id: 'N' }
    expect(await runOnce(walkList(wholeVaults(ofAsset)))).toMatchObject({
      completeness: 'complete',
      records: [{ vault_id: 'v7' }],
    })
    expect(await runOnce(walkList(wholeBalances('warm', ofAsset)))).toMatchObject({
      completeness: 'complete',
      records: [{ asset_id: 'A7' }],
    })
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
    expect(await runOnce(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
    expect(queriesOf('/vaults')).toEqual([undefined, 'limit=200&offset=199'])
    scripted.reset()
    scripted.script('/vaults', json({ vaults: numbered.slice(0, 13).map((vault_id) => ({ vault_id })) }))
    expect(await runOnce(readAllVaults({}))).toMatchObject({ records: { length: 13 }, isWhole: true })
    expect(queriesOf('/vaults')).toEqual([undefined])
  })

  it('is where the gateway begins that cannot take the whole list', async () => {
    const tooLarge = errorWith({ error_code: 'GTW-03' }, 502)
    scripted.script('/vaults', afterFirst(tooLarge, scripted.passOn))
    for (let reading = 0; reading < 2; reading += 1)
      expect(await runOnce(readAllVaults({}))).toMatchObject({ records: { length: rows }, isWhole: true })
    expect(queriesOf('/vaults').filter((query) => query === undefined)).toHaveLength(1)
    scripted.script('/balances', afterFirst(tooLarge, errorBody('ERR-00')))
    await expect(runOnce(readAllBalances('all'))).rejects.toMatchObject({ failure: { code: 'GTW-03' } })
  })

  it.each(['ERR-01', 'ERR-03', 'VAL-01'] as const)('that fails with %s was not asked', async (code) => {
    scripted.script('/vaults', afterFirst(scripted.passOn, errorBody(code)))
    expect(await runOnce(readAllVaults({}))).toMatchObject({ records: { length: 200 }, isWhole: false })
  })

  it('is waited for where a list is read for a file', async () => {
    let limited = 0
    scripted.script('/vaults', (request, response) => {
      const isLimited = request.url?.includes('offset=') && limited++ === 0
      return (isLimited ? errorBody('ERR-03') : scripted.passOn)(request, response)
    })
    const patient = { signal: new AbortController().signal, sleep: async () => {} }
    expect(await run(walkList(wholeVaults({})), patient)).toMatchObject({ completeness: 'complete', rows })
  })

  it('leaves a file partial where it fails', async () => {
    scripted.script('/balances', afterFirst(scripted.passOn, errorBody('ERR-01')))
    const doubts = [expect.stringMatching(/after 200 records: its next page could not be read/)]
    expect(await runOnce(walkList(wholeBalances('all', {})))).toMatchObject({
      completeness: 'partial',
      doubts,
    })
  })

  it('has no say in a list without pages, and is asked for once a session', async () => {
    scripted.script('/balances', afterFirst(scripted.passOn, errorBody('ERR-00')))
    for (let reading = 0; reading < 3; reading += 1)
      expect(await runOnce(readAllBalances('all'))).toMatchObject({
        records: { length: 200 },
        isWhole: true,
      })
    expect(queriesOf('/balances')).toEqual([undefined, 'limit=200&offset=199', undefined, undefined])
  })
})
