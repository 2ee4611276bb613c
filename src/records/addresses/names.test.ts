import { expect, test } from 'vitest'
import type { KnownAddress } from '../../addresses/known.ts'
import { chainOf } from '../../chains/index.ts'
import { nameInRow, otherNames } from './names.ts'

const on = (networkId: string | null, id: string | null = 'w1'): KnownAddress => ({
  address: '0x',
  networkId,
  chain: chainOf(networkId),
  kind: 'whitelist',
  id,
  name: id,
  assetIds: [],
  memos: [],
})

test('a row names whoever has the address on its network, and says of anybody else that it is another', () => {
  expect(nameInRow([], 'ETH')).toBeNull()
  expect(nameInRow([on('AVAX', 'w1'), on('ETH', 'w2')], 'ETH')).toMatchObject({
    known: { id: 'w2' },
    isElsewhere: false,
  })
  expect(nameInRow([on('AVAX')], 'ETH')).toMatchObject({ isElsewhere: true })
  expect(nameInRow([on(null)], 'ETH')).toMatchObject({ isElsewhere: true })
  expect(nameInRow([on('ETH')], null)).toMatchObject({ isElsewhere: true })
})

test.each([
  ['ETH', 'eth'],
  ['ETH', ' ETH '],
  [null, ''],
])('%j and %j are one network', (one, other) => {
  expect(nameInRow([on(one)], other)).toMatchObject({ isElsewhere: false })
})

test('what is named beside it already is left out on this network alone', () => {
  const names = [on('ETH', 'w1'), on('AVAX', 'w1'), on('eth', 'w1'), on('ETH', 'w2'), on('ETH', null)]
  expect(
    otherNames(names, 'ETH', 'w1').map(({ known, isElsewhere }) => [known.id, known.networkId, isElsewhere]),
  ).toEqual([
    ['w1', 'AVAX', true],
    ['w2', 'ETH', false],
    [null, 'ETH', false],
  ])
  expect(otherNames(names, 'ETH', null)).toHaveLength(5)
})
