import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likenessOf } from '../../addresses/likeness.ts'
import { bounceable } from '../../addresses/testing/published.ts'
import { canonicalAddress, chainOf } from '../../chains/index.ts'
import { alike, found, one, other, reviewWhitelist, withdrawal } from './testing/records.ts'

describe('entries that look alike', () => {
  test('the one that is used stands first, and that another never was is said', () => {
    const whitelists = [reviewWhitelist('a', { address: alike }), reviewWhitelist('b', { address: one })]
    const [finding, ...more] = found('look-alike', whitelists, [withdrawal({ to: one, named: 'b' })])
    expect(more).toEqual([])
    expect(finding?.subjects.map(({ address }) => address)).toEqual([one, alike])
    expect(finding?.because).toMatch(/One of them was never used/)
  })

  test('three of which two were never used', () => {
    const third = `0xabcd${'3'.repeat(32)}1234`
    const whitelists = [reviewWhitelist('a', { address: alike }, { address: third }, { address: one })]
    const [finding] = found('look-alike', whitelists, [withdrawal({ to: one, named: 'a' })])
    expect(finding?.because).toMatch(/2 of them were never used/)
  })

  test('with an address of our own: found nowhere else', () => {
    const [finding, ...more] = found(
      'look-alike',
      [reviewWhitelist('a', { address: alike })],
      [withdrawal({ to: other, from: one })],
    )
    expect(more).toEqual([])
    expect(finding).toMatchObject({ severity: 'high', resembles: { kind: 'vault', address: one } })
    expect(finding?.subjects[0].address).toBe(alike)
    expect(
      found('look-alike', [reviewWhitelist('a', { address: one })], [withdrawal({ to: other, from: one })]),
    ).toEqual([])
  })

  test('that are nearly the same, whatever their ends', () => {
    const copied = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const mistyped = `0xf${copied.slice(3, -1)}0`
    const [finding, ...more] = found('look-alike', [
      reviewWhitelist('a', { address: copied }),
      reviewWhitelist('b', { address: mistyped }),
    ])
    expect(more).toEqual([])
    expect(finding?.because).toBe('2 listed addresses are nearly the same.')
    const sent = [withdrawal({ to: mistyped })]
    expect(found('unlisted-withdrawal', [reviewWhitelist('a', { address: copied })], sent)).toMatchObject([
      {
        severity: 'critical',
        because: expect.stringContaining('nearly a trusted address: 2 characters differ'),
      },
    ])
  })

  test('are counted as counts are', () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({
      address: `0xabcd${(at * 7919).toString(16).padStart(6, '0').repeat(5)}001234`,
    }))
    const because = found('look-alike', [reviewWhitelist('a', ...many)]).map((finding) => finding.because)
    expect(because.some((sentence) => sentence.startsWith('1,001 listed addresses begin'))).toBe(true)
  })

  test('in two forms of TON', () => {
    // It has the ends of the form that is not bounceable.
    const listed = {
      address: bounceable,
      asset: 'TON',
      network: 'TON',
    }
    const poison = { ...listed, address: `UQDKbj${'A'.repeat(38)}PuwA` }
    expect(found('look-alike', [reviewWhitelist('a', listed), reviewWhitelist('b', poison)])).toHaveLength(1)
  })

  test('finds what comparing each with every other finds', () => {
    const middle = fc.string({ unit: fc.constantFrom('0', 'f'), minLength: 6, maxLength: 6 })
    const end = fc.constantFrom('abcd', 'ABCD', 'abce')
    const address = fc
      .tuple(end, middle, end)
      .map(([start, between, last]) => `0x${start}${between.repeat(5)}00${last}`)
    const entry = fc.record({ address, network: fc.constantFrom('ETH', 'POL', 'SUI') })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const canonical = ({ address, network }: (typeof entries)[number]) =>
          `${chainOf(network).name} ${canonicalAddress(address, chainOf(network))}`
        const expected = new Set<string>()
        for (const left of entries)
          for (const right of entries) {
            const chain = chainOf(left.network)
            const isPair =
              chain === chainOf(right.network) &&
              ['typo', 'both-ends'].includes(likenessOf(left.address, right.address, chain) ?? '')
            if (isPair) expected.add([canonical(left), canonical(right)].sort().join(' = '))
          }
        const pairs = found(
          'look-alike',
          entries.map((each, at) => reviewWhitelist(`w${at}`, each)),
        ).flatMap(({ subjects }) =>
          subjects.flatMap((left, at) =>
            subjects.slice(at + 1).map((right) =>
              [left, right]
                .map(({ address, chain }) => `${chain.name} ${canonicalAddress(address, chain)}`)
                .sort()
                .join(' = '),
            ),
          ),
        )
        expect([...pairs].sort()).toEqual([...expected].sort())
      }),
    )
  })
})
