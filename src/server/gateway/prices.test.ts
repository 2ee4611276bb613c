import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import { pricesPath } from '../../contract/prices.ts'
import { priceText } from '../demonstration/prices.ts'
import { newFolder } from '../testing/folder.ts'
import { readPriceFile } from './prices.ts'
import { expectFailure } from './testing/gateway.ts'

const rowsOf = (text: string) =>
  [...readPriceFile('prices.csv', text).prices.values()].flatMap((assets) => [...assets.values()].flat())

describe('a file of prices', () => {
  it('has its columns in any order, quoted or not, and others beside them', () => {
    const text =
      '\uFEFFprice,asset_id,currency,date\r\n' +
      '"87654.321", BTC ,EUR,2025-12-31\r\n\r\n1.50,"A ""B"", C",USD,2026-01-01\r\n1.5,"A ""B"", C",USD,2026-01-01\r\n'
    expect(rowsOf(text)).toEqual([
      { date: '2025-12-31', asset_id: 'BTC', currency: 'EUR', price: '87654.321' },
      { date: '2026-01-01', asset_id: 'A "B", C', currency: 'USD', price: '1.50' },
    ])
    const { currencies, source, faults } = readPriceFile('prices.csv', text)
    expect([currencies, faults]).toEqual([['EUR', 'USD'], []])
    expect(source).toEqual({ name: 'prices.csv', sha256: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  it('has every line named that holds no price', () => {
    const lines = [
      'ADA,EUR,1.5,2025-12-31',
      'BTC,EUR,-1,2025-12-31',
      'BTC,EUR,1e3,2025-12-31',
      'BTC,eur,1,2025-12-31',
      ',EUR,1,2025-12-31',
      'BTC,EUR,1,2025-02-30',
      'BTC,EUR,68,123.45,2025-12-31',
      '"BTC,EUR,1,2025-12-31',
      'ADA,EUR,2,2025-12-31',
      'ADA,EUR,2',
      'XRP,EUR,3,2025-12-31',
    ]
    const text = `asset_id,currency,price,date\n${lines.join('\n')}`
    expect(readPriceFile('prices.csv', text).faults).toEqual([
      'Line 3: the price is not a decimal number.',
      'Line 4: the price is not a decimal number.',
      'Line 5: the currency is not three capital letters.',
      'Line 6: it has no asset_id.',
      'Line 7: the date is not YYYY-MM-DD.',
      'Line 8: it has more cells than the first line; a number may have a comma in it.',
      'Line 9: a quotation mark is missing.',
      'Line 10: it has another price for the same day, so neither counts.',
      'Line 11: the date is not YYYY-MM-DD.',
    ])
    expect(rowsOf(text).map(({ asset_id }) => asset_id)).toEqual(['XRP'])
  })

  it('is refused in another encoding: nobody could tell what its names were', () => {
    const text = Buffer.from([...Buffer.from('asset_id,currency,price,date\n'), 0xff]).toString('utf8')
    expect(() => readPriceFile('prices.csv', text)).toThrow('must be text in UTF-8')
  })

  it.each(['', 'a,b\n1,2\n', 'asset_id,currency,price,date,price\n', '__proto__,constructor\n'])(
    'is refused without the names of its columns: %j',
    (text) => {
      expect(() => readPriceFile('prices.csv', text)).toThrow(/must begin with a line that names the columns/)
    },
  )

  it('is invented for the demonstration, the same for a day whenever it is made', () => {
    const [year, longer] = ['2024-12-31', '2025-01-31'].map(priceText)
    expect(longer?.startsWith(year ?? '-')).toBe(true)
    expect(readPriceFile('invented', year ?? '')).toMatchObject({ currencies: ['EUR', 'USD'], faults: [] })
  })
})

const { start } = await startScripted()
const PRICES_FILE = join(await newFolder(), 'prices.csv')
await writeFile(
  PRICES_FILE,
  'asset_id,currency,price,date\nBTC,EUR,9,2026-01-05\nBTC,EUR,8,2026-01-02\nETH,EUR,x,2026-01-02\nETH,USD,2,2026-01-02\n',
)
const gateway = await start({ PRICES_FILE })
const cookie = await gateway.signIn()
const on = async (query: string) => {
  const answer = await gateway.fetch(`${pricesPath}?${query}`, { headers: { cookie } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return await answer.json()
}

describe('GET /session/prices', () => {
  it('gives the last price on or before each day, to a session of our own pages alone', async () => {
    const row = (date: string, price: string) => ({ date, asset_id: 'BTC', currency: 'EUR', price })
    expect(await on('currency=EUR&day=2026-01-04&day=2026-01-09')).toMatchObject({
      source: { name: 'prices.csv' },
      rows: [row('2026-01-02', '8'), row('2026-01-05', '9')],
      faults: ['Line 4: the price is not a decimal number.'],
    })
    expect(await on('currency=EUR&day=2026-01-01')).toMatchObject({ rows: [] })
    const asked = `${pricesPath}?currency=EUR&day=2026-01-04`
    await expectFailure(await gateway.fetch(asked), 'GTW-04')
    await expectFailure(
      await gateway.fetch(asked, { headers: { cookie, 'sec-fetch-site': 'cross-site' } }),
      'GTW-10',
    )
    for (const wrong of ['', 'currency=EUR', 'currency=EUR&day=2026-02-30', 'day=2026-01-01'])
      await expectFailure(await gateway.fetch(`${pricesPath}?${wrong}`, { headers: { cookie } }), 'GTW-07')
  })

  it('tells the currencies to a session, and a line that cannot be read to the log', async () => {
    expect((await gateway.state(cookie)).currencies).toEqual(['EUR', 'USD'])
    expect((await gateway.state('')).currencies).toBeUndefined()
    expect(gateway.log.join('')).toContain('Line 4: the price is not a decimal number.')
  })

  it('reads the file again when it changes, and keeps what it read where the file is gone', async () => {
    await writeFile(PRICES_FILE, 'asset_id,currency,price,date\nBTC,EUR,10.5,2026-01-05\n')
    const changed = await on('currency=EUR&day=2026-01-09')
    expect(changed).toMatchObject({ rows: [{ price: '10.5' }], faults: [] })
    await rm(PRICES_FILE)
    expect(await on('currency=EUR&day=2026-01-09')).toEqual({
      ...changed,
      faults: ['prices.csv has changed and cannot be read (ENOENT). These are the prices as read before.'],
    })
    await writeFile(PRICES_FILE, 'asset_id,currency,price,date\nBTC,EUR,11,2026-01-05\n')
    expect(await on('currency=EUR&day=2026-01-09')).toMatchObject({ rows: [{ price: '11' }], faults: [] })
  })
})
