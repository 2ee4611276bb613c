import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchingOptions, standsFor } from './matching.ts'

const options = [
  { value: 'ETH_ARB', label: 'ETH_ARB', detail: 'Ether' },
  { value: 'USDC_ETH', label: 'USDC_ETH', detail: 'USD Coin' },
  { value: 'ETH', label: 'ETH', detail: 'Ether' },
  { value: 'vlt_9', label: 'Treasury Cold 1', detail: 'cold vault' },
  { value: 'wls_9', label: 'Cold storage partner', detail: 'whitelist' },
  { value: 'wls_8', label: 'Café', detail: 'whitelist' },
]

describe('what is offered for a typed text', () => {
  it.each([
    ['eth', ['ETH', 'ETH_ARB', 'USDC_ETH']],
    ['ether', ['ETH_ARB', 'ETH']],
    ['USD coin', ['USDC_ETH']],
    ['cold', ['wls_9', 'vlt_9']],
    ['cold vault', ['vlt_9']],
    ['VLT_9', ['vlt_9']],
    ['  cafe ', ['wls_8']],
    ['nothing of the kind', []],
  ])('%s', (text, expected) => {
    expect(matchingOptions(options, text).map(({ value }) => value)).toEqual(expected)
  })

  it('is everything for no text', () => {
    expect(matchingOptions(options, ' ')).toEqual(options)
  })

  it('never is anything that is not an option, nor the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = matchingOptions(options, text)
        expect(new Set(found).size).toBe(found.length)
        for (const option of found) expect(options).toContain(option)
      }),
    )
  })
})

describe('what a typed text stands for', () => {
  it.each([
    ['eth', 'ETH'],
    ['treasury cold 1', 'vlt_9'],
    [' FOO_ETH ', 'FOO_ETH'],
    ['Ether', 'Ether'],
    ['', ''],
  ])('%j stands for %j', (text, expected) => {
    expect(standsFor(options, text)).toBe(expected)
  })

  it('is the text itself where two are called so', () => {
    const twins = ['a', 'b'].map((value) => ({ value, label: 'Twin' }))
    expect(standsFor(twins, 'twin')).toBe('twin')
  })
})
