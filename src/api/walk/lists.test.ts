/** Lists of a length at which services cut lists off, of which every record is of one type: whether they are whole, other filters tell. */
import { afterEach, expect, test, vi } from 'vitest'
import { wholeVaults, wholeWhitelists } from './lists.ts'
import { provedWhole, walkList } from './walk.ts'

afterEach(() => vi.unstubAllGlobals())

const walk = { signal: new AbortController().signal }

/** Serves vaults and whitelists of one type, every third with ETH, to `cap`. Of what a filter names it lists those that contain it. */
function serve(count: number, { cap = Number.POSITIVE_INFINITY, heeds = true } = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const { pathname, searchParams } = new URL(address, 'http://console.invalid')
    const isVault = pathname.endsWith('/vaults')
    const type = searchParams.get('vault_type') ?? searchParams.get('whitelist_type')
    const contained = heeds ? (searchParams.get('asset_id') ?? searchParams.get('network_id')) : null
    const assetsOf = (index: number) => (index % 3 === 1 ? ['BTC', 'ETH'] : ['BTC'])
    const offset = Number(searchParams.get('offset'))
    const page = Array.from({ length: count }, (_, index) => index)
      .filter(
        (index) =>
          (type ?? own[isVault ? 0 : 1]) === own[isVault ? 0 : 1] && isIn(assetsOf(index), contained),
      )
      .slice(0, cap)
      .slice(offset, offset + Number(searchParams.get('limit')))
      .map((index) => ({
        ...(isVault
          ? { vault_id: `v${index}`, vault_type: own[0] }
          : { whitelist_id: `w${index}`, whitelist_type: own[1] }),
        assets: assetsOf(index).map((id) => ({ asset_id: id, network_id: id })),
      }))
    return page.length === 0
      ? Response.json({ error_code: isVault ? 'VAL-01' : 'WHT-00', code: '400' }, { status: 400 })
      : Response.json({ [isVault ? 'vaults' : 'whitelists']: page })
  })
  return asked
}

const own = ['cold', 'third_party']
const isIn = (assets: readonly string[], wanted: string | null) => wanted === null || assets.includes(wanted)

test.each([128, 1000])('%i vaults, all of them cold, are complete', async (count) => {
  serve(count)
  expect(await walkList(wholeVaults({}), walk)).toMatchObject({ completeness: 'complete', rows: count })
})

test.each([200])('%i whitelists of one type are complete', async (count) => {
  serve(count)
  expect(await walkList(wholeWhitelists({}), walk)).toMatchObject({ completeness: 'complete', rows: count })
})

test('vaults that are cut off are found by what those beyond hold', async () => {
  serve(1500, { cap: 1000 })
  expect(await walkList(wholeVaults({}), walk)).toMatchObject({
    completeness: 'partial',
    isUnchecked: false,
    doubts: ['The service ended the list after 1,000 records, but has more with network_id ETH.'],
  })
})

test('vaults of a service that heeds no filter are not called complete, and not refused either', async () => {
  serve(1000, { heeds: false })
  const walked = await walkList(wholeVaults({}), walk)
  // That it has more is not claimed.
  const doubts = [expect.stringMatching(/no other filter could show/)]
  expect(walked).toMatchObject({ completeness: 'partial', isUnchecked: true, doubts })
  expect(provedWhole(walked).records).toHaveLength(1000)
})

test('a vault that the list has is no sign of more, in whatever way a service reads a filter by contents', async () => {
  // It lists vaults that once held ETH, too.
  serve(1000)
  const list = wholeVaults({})
  const generous = {
    ...list,
    crossFilters: list.crossFilters.map((filter) => ({
      ...filter,
      read: (value: string, page: { limit: number; offset: number }, signal: AbortSignal) =>
        value === 'ETH' && page.offset > 0
          ? filter.read(value, { ...page, offset: page.offset - 1 }, signal)
          : filter.read(value, page, signal),
    })),
  }
  expect(await walkList(generous, walk)).toMatchObject({ completeness: 'complete' })
})
