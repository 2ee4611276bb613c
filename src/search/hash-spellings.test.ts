import { expect, it } from 'vitest'
import { hashSpellings } from './hash-spellings.ts'

const hex = 'fbff'.repeat(16)
const inBase64 = Buffer.from(hex, 'hex').toString('base64')
const inBase64url = Buffer.from(hex, 'hex').toString('base64url')

it.each([hex, hex.toUpperCase(), inBase64, inBase64url, `${inBase64url}=`])(
  'spells %s in every way',
  (text) => {
    const all = hashSpellings(text)
    expect(all[0]).toBe(text)
    expect(all).toEqual(expect.arrayContaining([hex, `0x${hex}`, inBase64, inBase64url]))
    expect(all.length).toBeLessThanOrEqual(7)
  },
)

it.each(['0.0.9124531@1700000000.000000042', '0.0.9124531-1700000000-42'])('spells %s of Hedera', (text) => {
  const all = hashSpellings(text)
  for (const one of [
    '0.0.9124531@1700000000.000000042',
    '0.0.9124531-1700000000-000000042',
    '0.0.9124531@1700000000.42',
  ])
    expect(all).toContain(one)
})

it('spells a hash of an EVM chain with 0x and without', () => {
  expect(hashSpellings(`0x${hex}`)).toEqual([`0x${hex}`, hex])
})

it('leaves a hash in Base58 as it is', () => {
  const hash = '5h'.repeat(44)
  expect(hashSpellings(hash)).toEqual([hash])
})

it.each(['txn_1', 'a'.repeat(43), '0.0.9124531', '0x1234', ''])('knows no hash in %j', (text) => {
  expect(hashSpellings(text)).toEqual([])
})
