import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHoldingId, writeHoldingId } from './holding-id.ts'

test('a holding is one plain text', () => {
  expect(writeHoldingId({ asset_id: 'USDC_ETH', network_id: 'ETH' })).toBe('USDC_ETH@ETH')
  expect(writeHoldingId({ asset_id: 'USDC_ETH', network_id: null })).toBe('USDC_ETH@')
  expect(writeHoldingId({ asset_id: null, network_id: 'ETH' })).toBeNull()
  expect(writeHoldingId({ asset_id: '', network_id: 'ETH' })).toBeNull()
})

test('whatever the ids hold, the text is read as what was written', () => {
  const id = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(id, fc.option(id), (asset_id, network_id) => {
      const text = writeHoldingId({ asset_id, network_id })
      expect(text === null ? null : readHoldingId(text)).toEqual({ asset_id, network_id })
    }),
  )
})

test.each(['', '@', '@ETH', 'USDC_ETH', 'a@b@c', '%@ETH'])('%j is no holding', (text) => {
  expect(readHoldingId(text)).toBeNull()
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void readHoldingId(text)))
})
