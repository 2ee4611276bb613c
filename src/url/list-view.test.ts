import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transactionsView } from './pages.ts'

const { parse, serialise, apply, filters } = transactionsView
const read = (query: string) => parse(new URLSearchParams(query))

const names = fc.oneof(
  fc.constantFrom<string>(...filters, 'limit', 'offset', 'tx', 'columns', 'sort'),
  fc.string(),
)
const queries = fc.array(
  fc.tuple(
    names,
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '25', '-1', 'amount', 'amount,fee')),
  ),
)

describe('a transactions link', () => {
  test('any query string parses, and what was parsed is what its own link says', () => {
    fc.assert(
      fc.property(queries, (pairs) => {
        const view = parse(new URLSearchParams(pairs))
        expect(parse(serialise(view))).toEqual(view)
      }),
    )
  })

  test('no parameter is lost: each is a filter, a page setting, an extra, or refused', () => {
    fc.assert(
      fc.property(queries, (pairs) => {
        const view = parse(new URLSearchParams(pairs))
        const taken = Object.keys(view.filter).length + Object.keys(view.extra).length + view.refused.length
        const pageSettings = [...new Set(pairs.map(([name]) => name))].filter(
          (name) =>
            ['limit', 'offset'].includes(name) &&
            pairs.filter((pair) => pair[0] === name).length >
              view.refused.filter((refused) => refused.name === name).length,
        ).length
        expect(taken + pageSettings).toBe(pairs.length)
      }),
    )
  })

  test('filters survive the way into a link and back', () => {
    const filter = fc.record(
      Object.fromEntries(
        filters.map((name) => [name, fc.string({ minLength: 1 }).filter((text) => text.trim() === text)]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filter, fc.integer({ min: 1, max: 999 }), fc.nat(999_999_999), (chosen, limit, offset) => {
        fc.pre(chosen.transaction_type !== 'changepool')
        const view = { filter: chosen, limit, offset, extra: {}, refused: [] }
        expect(parse(serialise(view))).toEqual(view)
      }),
    )
  })

  test.each([
    ['', { filter: {}, limit: 50, offset: 0, extra: {}, refused: [] }],
    [
      'status=pending&asset_id=ETH&tx=abc',
      { filter: { status: 'pending', asset_id: 'ETH' }, extra: { tx: 'abc' } },
    ],
    ['transaction_type=changepool', { filter: { transaction_type: 'change pool' } }],
    ['transaction_type=change%20pool', { filter: { transaction_type: 'change pool' } }],
    ['transaction_type=change+pool', { filter: { transaction_type: 'change pool' } }],
    ['status=nonsense', { filter: { status: 'nonsense' }, refused: [] }],
    ['limit=25&offset=75', { limit: 25, offset: 75 }],
    ['limit=1000', { limit: 50, refused: [{ name: 'limit', value: '1000', reason: 'not-a-number' }] }],
    ['limit=1e2', { limit: 50, refused: [{ name: 'limit', value: '1e2', reason: 'not-a-number' }] }],
    ['offset=-1', { offset: 0, refused: [{ name: 'offset', value: '-1', reason: 'not-a-number' }] }],
    ['colour=red', { filter: {}, refused: [{ name: 'colour', value: 'red', reason: 'unknown' }] }],
    ['status=', { filter: {}, refused: [{ name: 'status', value: '', reason: 'empty' }] }],
    [
      'status=failed&status=pending',
      { filter: { status: 'failed' }, refused: [{ name: 'status', value: 'pending', reason: 'repeated' }] },
    ],
    ['columns=amount,status&density=compact', { extra: { columns: 'amount,status', density: 'compact' } }],
    [
      'columns=amount,nope',
      { extra: {}, refused: [{ name: 'columns', value: 'amount,nope', reason: 'unusable' }] },
    ],
    ['density=dense', { extra: {}, refused: [{ name: 'density', value: 'dense', reason: 'unusable' }] }],
    ['sort=amount:desc', { extra: { sort: 'amount:desc' } }],
    ['__proto__=x', { filter: {}, refused: [{ name: '__proto__', value: 'x', reason: 'unknown' }] }],
  ])('%s', (query, expected) => {
    expect(read(query)).toMatchObject(expected)
  })
})

describe('a change', () => {
  const view = read('status=pending&offset=100&tx=abc&colour=red')

  test('of a filter goes to the first page and closes what was open', () => {
    expect(apply(view, { filter: { asset_id: 'BTC' } })).toMatchObject({
      filter: { status: 'pending', asset_id: 'BTC' },
      offset: 0,
      extra: {},
    })
  })

  test('of filter or page leaves the table as it was arranged', () => {
    const arranged = read('columns=amount,fee&tx=abc')
    expect(apply(arranged, { filter: { status: 'failed' } }).extra).toEqual({ columns: 'amount,fee' })
    expect(apply(arranged, { offset: 50 }).extra).toEqual({ columns: 'amount,fee' })
  })

  test('of the page keeps the filter', () => {
    expect(apply(view, { offset: 150 })).toMatchObject({
      filter: { status: 'pending' },
      offset: 150,
      extra: {},
    })
  })

  test('of what is open keeps filter and page', () => {
    expect(apply(view, { extra: { tx: 'def' } })).toMatchObject({ offset: 100, extra: { tx: 'def' } })
    expect(apply(view, { extra: { tx: null } })).toMatchObject({ offset: 100, extra: {} })
  })

  test('keeps what was refused until that parameter is set or taken away', () => {
    expect(apply(view, { offset: 0 }).refused).toHaveLength(1)
    expect(apply(view, { refused: [] }).refused).toEqual([])
    expect(apply(read('status='), { filter: { status: 'failed' } }).refused).toEqual([])
    expect(apply(read('limit=x'), { limit: 25 }).refused).toEqual([])
  })
})
