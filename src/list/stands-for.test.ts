import { describe, expect, it } from 'vitest'
import { standsFor } from './stands-for.ts'

const options = [
  { value: 'ETH_ARB', label: 'ETH_ARB', detail: 'Ether' },
  { value: 'ETH', label: 'ETH', detail: 'Ether' },
  { value: 'vlt_9', label: 'Treasury Cold 1', detail: 'cold vault' },
]

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

  it('is the one with this id, whatever else is called so', () => {
    const named = [
      { value: 'vlt_1', label: 'vlt_2' },
      { value: 'vlt_2', label: 'Desk' },
    ]
    expect(standsFor(named, 'VLT_2')).toBe('vlt_2')
  })
})
