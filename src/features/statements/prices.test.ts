import { describe, expect, test } from 'vitest'
import { multiply, readDecimal, rounded, writeDecimal, zero } from '../../contract/decimal.ts'
import { NoPrices, readPrices } from './prices.ts'

const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'prices.csv')

test('prices are found by day, asset and currency, and by nothing near them', async () => {
  const prices = await readPrices(
    file(
      '\ufeffdate,asset_id,currency,price\r\n2025-12-31,BTC,EUR,"87654.321"\r\n2025-12-31,BTC,USD,101000.5\r\n\r\n',
    ),
  )
  expect(prices.currencies).toEqual(['EUR', 'USD'])
  expect(prices.pricesOf('2025-12-31', 'EUR')).toEqual([['BTC', '87654.321']])
  expect(prices.pricesOf('2025-12-30', 'EUR')).toEqual([])
  expect(prices.faults).toEqual([])
  expect(prices.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('columns may stand in any order and be separated by semicolons, and lines that hold no price are told', async () => {
  const prices = await readPrices(
    file(
      'Price;Currency;Asset_ID;Date;Source\n1.5;EUR;ADA;2025-12-31;x\n-1;EUR;BTC;2025-12-31;x\n1e3;EUR;BTC;2025-12-31;x\n1;;BTC;2025-12-31;x\n1;EUR;;2025-12-31;x\n1;EUR;BTC;31.12.2025;x\n2;EUR;ADA;2025-12-31;x\n3;EUR;XRP;2025-12-31;x\n3;EUR;XRP;2025-12-31;x\n',
    ),
  )
  expect(prices.faults).toEqual([
    { line: 3, why: 'the price is not a decimal number' },
    { line: 4, why: 'the price is not a decimal number' },
    { line: 5, why: 'no currency' },
    { line: 6, why: 'no asset_id' },
    { line: 7, why: 'the date is not YYYY-MM-DD' },
    { line: 8, why: 'another price for the same day, so neither counts' },
  ])
  expect(prices.pricesOf('2025-12-31', 'EUR')).toEqual([['XRP', '3']])
})

test('a price with a comma in it is no price, and empty cells at the end are nothing', async () => {
  const prices = await readPrices(
    file(
      'date,asset_id,currency,price\n2026-10-31,BTC,USD,68,123.45\n2026-10-31,ETH,USD,2500,,\n2026-10-31,ADA,USD,"1,5"\n',
    ),
  )
  expect(prices.faults).toEqual([
    { line: 2, why: 'more cells than the header: a number may have a comma in it' },
    { line: 4, why: 'the price is not a decimal number' },
  ])
  expect(prices.pricesOf('2026-10-31', 'USD')).toEqual([['ETH', '2500']])
})

test.each(['\n', 'sep=,\n', ',,,\nsep=,\n\n'])('the header may come after %j', async (before) => {
  const { currencies, faults } = await readPrices(
    file(`${before}date,asset_id,currency,price\n2026-10-31,BTC,USD,68123.45\n`),
  )
  expect([currencies, faults]).toEqual([['USD'], []])
})

test('a price that is written in two ways is one price, and lines are counted past quoted line breaks', async () => {
  const prices = await readPrices(
    file(
      'date,asset_id,currency,price,note\r\n2025-12-31,BTC,EUR,1.5,"two\r\nlines"\r\n2025-12-31,BTC,EUR,1.50,\r\n2025-12-31,ETH,EUR,-1,"a\nb\nc"\r\n2025-12-31,ADA,EUR,none,\r\n',
    ),
  )
  expect(prices.faults).toEqual([
    { line: 5, why: 'the price is not a decimal number' },
    { line: 8, why: 'the price is not a decimal number' },
  ])
  expect(prices.pricesOf('2025-12-31', 'EUR')).toEqual([['BTC', '1.5']])
})

describe('a file without prices', () => {
  test.each([
    ['empty', ''],
    ['of other columns', 'a,b\n1,2\n'],
    ['without a row', 'date,asset_id,currency,price\n'],
    ['of bytes', new Uint8Array([0xff, 0xfe, 0x00])],
    ['of two columns with prices', 'date,asset_id,currency,price,Price\n2026-10-31,BTC,USD,1,2\n'],
    ['of hostile names', '__proto__,constructor\n1,2\n'],
  ])('%s is refused', async (_, content) => {
    await expect(readPrices(file(content))).rejects.toBeInstanceOf(NoPrices)
  })
})

test.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['1.0049999', 2, '1'],
  ['2', 2, '2'],
  ['0.999', 0, '1'],
])('%s to %i places is %s', (text, places, expected) => {
  expect(writeDecimal(rounded(readDecimal(text) ?? zero, places))).toBe(expected)
})

test('a product is exact, however many digits it has', () => {
  const product = multiply({ digits: 123456789123456789012345678n, scale: 18 }, { digits: -1n, scale: 18 })
  expect(writeDecimal(product)).toBe('-0.000000000123456789123456789012345678')
})
