import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactionsView as codec } from '../url/lists.ts'
import {
  type Arrangement,
  arrangementOf,
  asOwn,
  explicitLook,
  type OwnTables,
  productArrangement,
  spellArrangement,
} from './arrangement.ts'

const arrangements: fc.Arbitrary<Arrangement> = fc.record({
  columns: fc.shuffledSubarray([...codec.columns], { minLength: 1 }),
  widths: fc.dictionary(fc.constantFrom(...codec.columns), fc.integer({ min: 48, max: 960 }), {
    noNullPrototype: true,
  }),
  density: fc.constantFrom('regular', 'compact'),
})
const readers = fc.option(arrangements).map((own) => (own ? preferring(own) : nothingPreferred))
const nothingPreferred: OwnTables = { compact: false, tables: {} }

const preferring = (own: Arrangement): OwnTables => {
  const { compact, look } = asOwn(codec, own)
  return { compact, tables: { [codec.table]: look } }
}
const read = (query: string) => codec.parse(new URLSearchParams(query))
const arranged = (arrangement: Arrangement, reader: OwnTables) => {
  const link = codec.apply(
    read('status=failed'),
    codec.arranging(spellArrangement(codec, arrangement, reader)),
  )
  return read(codec.serialise(link).toString())
}

test('an arrangement comes back from its link, whatever the reader’s own', () => {
  fc.assert(
    fc.property(arrangements, readers, (chosen, reader) => {
      expect(arrangementOf(codec, arranged(chosen, reader), reader)).toEqual(chosen)
    }),
  )
})

test('a reader’s own arrangement holds where the link says nothing, and leaves the link bare', () => {
  fc.assert(
    fc.property(arrangements, (own) => {
      const reader = preferring(own)
      expect(arrangementOf(codec, read(''), reader)).toEqual(own)
      expect(codec.serialise(arranged(own, reader)).toString()).toBe('status=failed')
    }),
  )
})

test('an explicit link shows everybody what its sender sees', () => {
  fc.assert(
    fc.property(arrangements, readers, (chosen, sender) => {
      const link = explicitLook(codec, arranged(chosen, sender), sender)
      const received = read(codec.serialise(link).toString())
      expect(arrangementOf(codec, received, nothingPreferred)).toEqual(chosen)
      expect({ ...received, params: {} }).toEqual(read('status=failed'))
    }),
  )
})

test('an explicit link of an unarranged table stays as it is', () => {
  const view = read('status=failed&offset=50&tx=abc')
  expect(explicitLook(codec, view, nothingPreferred)).toEqual(view)
})

test('what is kept from an older version and fits no more is left out', () => {
  const kept = { columns: 'gone,amount', widths: 'gone:100' }
  const reader = { compact: false, tables: { transactions: kept } }
  expect(arrangementOf(codec, read(''), reader)).toEqual({
    ...productArrangement(codec),
    columns: ['amount'],
  })
})
