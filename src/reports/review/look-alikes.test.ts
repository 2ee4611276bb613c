import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likenessOf } from '../../addresses/likeness.ts'
import { bounceable } from '../../addresses/testing/examples.ts'
import { canonicalAddress } from '../../chains/chain.ts'
import { chainOf } from '../../chains/index.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { cases } from '../../testing/cases.ts'
import { alike, one, openReviews, other, reviewWhitelist, withdrawal } from '../testing/reviews.ts'

const { findingEvidence } = await openReviews()

describe('entries that look alike', () => {
  test('the one that is used stands first, and that another never was is said', async () => {
    const whitelists = [reviewWhitelist('a', { address: alike }), reviewWhitelist('b', { address: one })]
    const [finding, ...more] = await findingEvidence('look-alike', whitelists, [
      withdrawal({ to: one, named: 'b' }),
    ])
    expect(more).toEqual([])
    expect(finding?.cells).toMatchObject({
      ...{ whitelist_name: 'a', address: alike, resembles: one, resembles_name: 'b', transactions: '0' },
      because: expect.stringMatching(/One of them was never used/),
    })
    expect(finding?.href).toMatch(/^\/check\?address=0xabcd777/)
  })

  test('with an address of our own: found nowhere else', async () => {
    const found = (address: string) =>
      findingEvidence(
        'look-alike',
        [reviewWhitelist('a', { address })],
        [withdrawal({ to: other, from: one })],
      )
    const [finding, ...more] = await found(alike)
    expect(more).toEqual([])
    expect(finding?.cells).toMatchObject({ severity: 'High', address: alike, resembles: one })
    expect(await found(one)).toEqual([])
  })

  test('that are nearly the same, whatever their ends', async () => {
    const copied = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const mistyped = `0xf${copied.slice(3, -1)}0`
    const [finding, ...more] = await findingEvidence('look-alike', [
      reviewWhitelist('a', { address: copied }),
      reviewWhitelist('b', { address: mistyped }),
    ])
    expect(more).toEqual([])
    expect(finding?.cells.because).toBe('2 listed addresses are nearly the same.')
    const sent = [withdrawal({ to: mistyped })]
    const lists = [reviewWhitelist('a', { address: copied })]
    const [unlisted] = await findingEvidence('unlisted-withdrawal', lists, sent)
    expect(unlisted?.cells).toMatchObject({
      severity: 'Critical',
      because: expect.stringContaining('nearly a trusted address: 2 characters differ'),
    })
  })

  test('in two forms of TON', async () => {
    // It has the ends of the form that is not bounceable.
    const listed = { address: bounceable, asset: 'TON', network: 'TON' }
    const poison = { ...listed, address: `UQDKbj${'A'.repeat(38)}PuwA` }
    expect(
      await findingEvidence('look-alike', [reviewWhitelist('a', listed), reviewWhitelist('b', poison)]),
    ).toHaveLength(1)
  })

  test('finds what comparing each with every other finds', async () => {
    const middle = fc.string({ unit: fc.constantFrom('0', 'f'), minLength: 6, maxLength: 6 })
    const end = fc.constantFrom('abcd', 'ABCD', 'abce')
    const address = fc
      .tuple(end, middle, end)
      .map(([start, between, last]) => `0x${start}${between.repeat(5)}00${last}`)
    const entry = fc.record({ address, network: fc.constantFrom('ETH', 'POL', 'SUI') })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const canonical = ({ address, network }: { address: string; network: string }) =>
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
        const rows = await findingEvidence(
          'look-alike',
          entries.map((each, at) => reviewWhitelist(`w${at}`, each)),
        )
        // Each row of a finding is beside the same address: together they are a group in which all are alike.
        const groups = groupBy(rows, ({ cells }) => cells.finding)
        const pairs = [...groups.values()].flatMap((group) => {
          const network = group[0]?.cells.network_id ?? ''
          const members = [group[0]?.cells.resembles, ...group.map(({ cells }) => cells.address)].map(
            (address) => canonical({ address: address ?? '', network }),
          )
          return members.flatMap((left, at) =>
            members.slice(at + 1).map((right) => [left, right].sort().join(' = ')),
          )
        })
        expect([...pairs].sort()).toEqual([...expected].sort())
      }),
      { numRuns: cases(40) },
    )
  })
})
