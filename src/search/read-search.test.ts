import { expect, it } from 'vitest'
import { readSearch } from './read-search.ts'

const now = new Date('2026-11-28T12:00:00Z')
const nobody = { parties: [], assets: [{ id: 'BTC', name: 'Bitcoin' }], networks: [] }
const read = (text: string) => readSearch(text, nobody, now)

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const key = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de'

it.each([
  [`Please send to ${evm}, thanks`, [evm]],
  [`Address:${evm}`, [evm]],
  [`{"address":"${evm}"}`, [evm]],
  [`https://app.safe.global/home?safe=eth:${evm}`, [evm]],
  ['Account ID: 0.0.9124531 Memo: 777', ['0.0.9124531']],
  ['https://hashscan.io/mainnet/account/0.0.9124531', ['0.0.9124531']],
  [`Account: ${key}`, [key]],
  ['0.0.9124531-1700000000-000000042', []],
  ['https://hashscan.io/mainnet/transaction/0.0.9124531@1700000000.000000042', []],
  ['tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', ['tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb']],
])('finds the addresses in %s', (text, addresses) => {
  expect(read(text).addresses).toEqual(addresses)
})

it.each([
  [key, key],
  [`Tx hash: ${key}.`, key],
  [`https://tronscan.org/#/transaction/${key}`, key],
  [`${key.slice(0, 30)}\n${key.slice(30)}`, key],
])('finds the hash in %s', (text, hash) => {
  expect(read(text).hashes.map(([written]) => written)).toEqual([hash])
})

it.each([
  ['100', ['100']],
  ['0.5 BTC', ['0.5']],
  ['BTC 0.5', ['0.5']],
  ['−0.5', ['0.5', '-0.5']],
  ['1,000', ['1000', '1']],
  ['0.5 BTC 13 Nov 2026', []],
  ['txn_100', []],
])('finds the amounts of %s', (text, amounts) => {
  expect(read(text).amounts).toEqual(amounts)
})

it.each([
  ['payroll of anna', 'payroll of anna'],
  ['“Kraken”', 'Kraken'],
  ['0xc325 ... 10e6.', '0xc325…10e6'],
  ['pending', 'pending'],
  ['101033423', '101033423'],
  ['100', null],
  ['0.5 BTC', null],
  ['ab', null],
  ['a mail of more words than anybody remembers of a note', null],
])('looks for the words of %s', (text, words) => {
  expect(read(text).words).toBe(words)
})

it('is bounded', () => {
  const { ids, hashes, addresses, parts } = read(
    Array.from(
      { length: 300 },
      (_, index) => `${String(index).padStart(4, '0')}${key.slice(4)} 0x12${index}…ab${index}`,
    ).join(' '),
  )
  expect(ids.length).toBeLessThanOrEqual(16)
  expect(hashes.length).toBeLessThanOrEqual(6)
  expect(addresses.length).toBeLessThanOrEqual(4)
  expect(parts.length).toBeLessThanOrEqual(4)
})
