/** Lists of a length at which services cut lists off, of which every record is of one type: whether they are whole, other filters tell. */
import { expect, test } from 'vitest'
import type { WholeList } from './cross-check.ts'
import type { PageRange } from './paging.ts'
import { type ListReadResult, readListRecords } from './read-list.ts'
import { readingsOver } from './testing/asked-service.ts'
import { referenceLists, wholeBalances, wholeVaults } from './whole-lists.ts'

let serve: (target: string) => Promise<Response>

const read = <R>(list: WholeList<R>): Promise<ListReadResult<R>> =>
  readingsOver((target) => serve(target))(readListRecords(list))

/** Serves whitelists of one type, every third with ETH, to `cap`. Of what a filter names it lists those that contain it. */
function serveWhitelists(count: number, { cap = Number.POSITIVE_INFINITY, heeds = true } = {}) {
  serve = async (address) => {
    const { searchParams } = new URL(address, 'http://service.invalid')
    const contained = heeds ? (searchParams.get('asset_id') ?? searchParams.get('network_id')) : null
    const assetsOf = (index: number) => (index % 3 === 1 ? ['BTC', 'ETH'] : ['BTC'])
    const offset = Number(searchParams.get('offset'))
    const type = searchParams.get('whitelist_type') ?? 'third_party'
    const page = Array.from({ length: count }, (_, index) => index)
      .filter((index) => type === 'third_party' && (!contained || assetsOf(index).includes(contained)))
      .slice(0, cap)
      .slice(offset, offset + Number(searchParams.get('limit')))
      .map((index) => ({
        ...{ whitelist_id: `w${index}`, whitelist_type: 'third_party' },
        assets: assetsOf(index).map((id) => ({ asset_id: id, network_id: id })),
      }))
    return page.length === 0 ? none('WHT-00') : Response.json({ whitelists: page })
  }
}

/** Serves cold vaults and then warm ones, to `cap`, without pages. */
function serveVaults(cold: number, warm: number, cap: number) {
  serve = async (address) => {
    const { searchParams } = new URL(address, 'http://service.invalid')
    if (searchParams.has('offset')) return Response.json({ error_code: 'ERR-00' }, { status: 400 })
    const type = searchParams.get('vault_type')
    const vaults = Array.from({ length: cold + warm }, (_, index) => ({
      vault_id: `v${index}`,
      vault_type: index < cold ? 'cold' : 'warm',
    })).filter(({ vault_type }) => type === null || type === vault_type)
    return vaults.length === 0 ? none('VAL-01') : Response.json({ vaults: vaults.slice(0, cap) })
  }
}

const none = (error_code: string) => Response.json({ error_code }, { status: 400 })

test.each([128, 200])('%i whitelists of one type are complete', async (count) => {
  serveWhitelists(count)
  expect(await read(referenceLists.whitelists)).toMatchObject({ completeness: 'complete', rows: count })
})

test('whitelists that are cut off are found by what those beyond hold', async () => {
  serveWhitelists(1500, { cap: 1000 })
  expect(await read(referenceLists.whitelists)).toMatchObject({
    completeness: 'partial',
    isUnchecked: false,
    doubts: ['The service ended the list after 1,000 records, but has more with network_id ETH.'],
  })
})

test('whitelists of a service that heeds no filter are not called complete, and read all the same', async () => {
  serveWhitelists(1000, { heeds: false })
  const walked = await read(referenceLists.whitelists)
  // That it has more is not claimed.
  const doubts = [expect.stringMatching(/no other filter could show/)]
  expect(walked).toMatchObject({ completeness: 'partial', isUnchecked: true, doubts })
  expect(walked.records).toHaveLength(1000)
})

test('vaults of a service without pages are complete, unless a type has more of them', async () => {
  serveVaults(60, 40, 100)
  expect(await read(wholeVaults())).toMatchObject({ completeness: 'complete', rows: 100 })
  serveVaults(60, 50, 100)
  expect(await read(wholeVaults())).toMatchObject({
    completeness: 'partial',
    isUnchecked: false,
    doubts: ['The service ended the list after 100 records, but has more with vault_type warm.'],
  })
  serveVaults(200, 0, 100)
  expect(await read(wholeVaults())).toMatchObject({ completeness: 'partial', isUnchecked: true })
})

test('a whitelist that the list has is no sign of more, in whatever way a service reads a filter by contents', async () => {
  // It lists whitelists that once held ETH, too.
  serveWhitelists(1000)
  const list = referenceLists.whitelists
  const generous = {
    ...list,
    crossFilters: list.crossFilters.map((filter) => ({
      ...filter,
      read: (value: string, page: PageRange) =>
        value === 'ETH' && page.offset > 0
          ? filter.read(value, { ...page, offset: page.offset - 1 })
          : filter.read(value, page),
    })),
  }
  expect(await read(generous)).toMatchObject({ completeness: 'complete' })
})

test('a whitelist with another address in the second reading is told with both', async () => {
  let asked = 0
  serve = async (address) => {
    if (!address.includes('offset=0')) return none('WHT-00')
    asked += 1
    const whitelist = {
      whitelist_id: 'w1',
      assets: [{ asset_id: 'BTC', address: asked === 1 ? 'one' : 'other' }],
    }
    return Response.json({ whitelists: [whitelist] })
  }
  expect(await read(referenceLists.whitelists)).toMatchObject({
    completeness: 'partial',
    doubts: ['The service listed the whitelist w1, with assets.0.address one and then other.'],
  })
})

test('a balance that is listed twice is named in words', async () => {
  const row = { asset_id: 'ADA', network_id: 'ADA' }
  serve = async (address) =>
    address.includes('offset') ? none('BAL-00') : Response.json({ balance: [row, row] })
  const { doubts } = await read(wholeBalances('all'))
  expect(doubts).toEqual(['The service lists more than one record with the id "ADA" on "ADA".'])
})

test('a service may list a balance for each vault, and not twice for one', async () => {
  const row = { asset_id: 'ADA', network_id: 'ADA' }
  const rows = [
    { ...row, vault_id: 'v1' },
    { ...row, vault_id: 'v2' },
  ]
  serve = async (address) => (address.includes('offset') ? none('BAL-00') : Response.json({ balance: rows }))
  expect(await read(wholeBalances('all'))).toMatchObject({ completeness: 'complete', doubts: [] })
  rows.push({ ...row, vault_id: 'v2' })
  expect(await read(wholeBalances('all'))).toMatchObject({
    doubts: ['The service lists more than one record with the id "ADA" on "ADA" in vault v2.'],
  })
})
