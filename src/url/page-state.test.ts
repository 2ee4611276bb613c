import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../testing/properties.ts'
import { transactionsCodec as codec } from './lists.ts'

const read = (query: string) => codec.parse(new URLSearchParams(query))

const names = fc.oneof(
  fc.constantFrom<string>(...codec.filters, 'limit', 'offset', 'tx', 'sort'),
  fc.string(),
)
const queries = fc.array(
  fc.tuple(
    names,
    fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('', '25', '-1', 'amount', 'amount,fee')),
  ),
)

describe('a transactions link', () => {
  test('any query string parses, and what was parsed is what its own link says', () => {
    fc.assert(
      fc.property(queries, (pairs) => {
        const view = codec.parse(new URLSearchParams(pairs))
        const invalid = view.invalid.filter(({ reason }) => reason !== 'hidden')
        expect(codec.parse(codec.serialise(view))).toEqual({ ...view, invalid })
      }),
    )
  })

  test('no parameter is lost: each is a filter, a page setting, a parameter of the page, or invalid', () => {
    fc.assert(
      fc.property(queries, (pairs) => {
        const view = codec.parse(new URLSearchParams(pairs))
        const invalid = view.invalid.filter(({ reason }) => reason !== 'hidden')
        const values = Object.values(view.filter).flatMap((value) => [value].flat())
        const taken = values.length + Object.keys(view.params).length + invalid.length
        const pageSettings = [...new Set(pairs.map(([name]) => name))].filter(
          (name) =>
            ['limit', 'offset'].includes(name) &&
            pairs.filter((pair) => pair[0] === name).length >
              invalid.filter((one) => one.name === name).length,
        ).length
        expect(taken + pageSettings).toBe(pairs.length)
      }),
    )
  })

  // Links that people have kept: each must always say the same, and nothing beside it.
  test.each([
    ['', {}],
    [
      'status=pending&asset_id=ETH&tx=abc',
      { filter: { status: 'pending', asset_id: 'ETH' }, params: { tx: 'abc' } },
    ],
    ['transaction_type=changepool', { filter: { transaction_type: 'change pool' } }],
    ['transaction_type=change%20pool', { filter: { transaction_type: 'change pool' } }],
    ['status=nonsense', { filter: { status: 'nonsense' } }],
    [
      'start_date=2026-11-01T10:00:00.000Z&end_date=2026-11-01T12:30:00%2B02:00',
      { filter: { start_date: '2026-11-01T10:00:00.000Z', end_date: '2026-11-01T12:30:00+02:00' } },
    ],
    // An unescaped plus is a space, which no instant has: the service says so, and nothing is guessed here.
    ['end_date=2026-11-01T12:30:00+02:00', { filter: { end_date: '2026-11-01T12:30:00 02:00' } }],
    [
      'source_address=0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B&destination_address=EQ%2Bx%2F_-y',
      {
        filter: {
          source_address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
          destination_address: 'EQ+x/_-y',
        },
      },
    ],
    ['transaction_id=%20txn_1%20', { filter: { transaction_id: 'txn_1' } }],
    ['tx=a%2Fb%3Fc%3Dd%26e%23f%25', { params: { tx: 'a/b?c=d&e#f%' } }],
    ['tx=a%2Bb+c', { params: { tx: 'a+b c' } }],
    [
      'source_address=%E2%80%8B0xab%E2%80%8B',
      {
        filter: { source_address: '0xab' },
        invalid: [{ name: 'source_address', value: '\u200b0xab\u200b', reason: 'hidden' }],
      },
    ],
    ['asset_id=%E2%80%8B', { invalid: [{ name: 'asset_id', value: '\u200b', reason: 'empty' }] }],
    // A record's own id may have them.
    ['asset_id=A%E2%80%8B&hidden=kept', { filter: { asset_id: 'A\u200b' } }],
    ['tx=a%E2%80%8B', { params: { tx: 'a\u200b' } }],
    ['limit=25&offset=75', { limit: 25, offset: 75 }],
    ['limit=1000', { invalid: [{ name: 'limit', value: '1000', reason: 'not-a-number' }] }],
    ['limit=1e2', { invalid: [{ name: 'limit', value: '1e2', reason: 'not-a-number' }] }],
    ['offset=-1', { invalid: [{ name: 'offset', value: '-1', reason: 'not-a-number' }] }],
    ['colour=red', { invalid: [{ name: 'colour', value: 'red', reason: 'unknown' }] }],
    ['status=', { invalid: [{ name: 'status', value: '', reason: 'empty' }] }],
    ['status=failed&status=pending', { filter: { status: ['failed', 'pending'] } }],
    [
      'status=failed&status=failed',
      { filter: { status: 'failed' }, invalid: [{ name: 'status', value: 'failed', reason: 'repeated' }] },
    ],
    [
      'transaction_type=change%20pool&transaction_type=changepool',
      {
        filter: { transaction_type: 'change pool' },
        invalid: [{ name: 'transaction_type', value: 'changepool', reason: 'repeated' }],
      },
    ],
    [
      'start_date=2026-01-01&start_date=2026-01-02',
      {
        filter: { start_date: '2026-01-01' },
        invalid: [{ name: 'start_date', value: '2026-01-02', reason: 'repeated' }],
      },
    ],
    [
      'amount_from=0.5&amount_to=1000&text=payroll%20nov',
      { filter: { amount_from: '0.5', amount_to: '1000', text: 'payroll nov' } },
    ],
    ['sort=amount:desc', { params: { sort: 'amount:desc' } }],
    ['sort=amount:up', { invalid: [{ name: 'sort', value: 'amount:up', reason: 'unusable' }] }],
    ['sort=nothing', { invalid: [{ name: 'sort', value: 'nothing', reason: 'unusable' }] }],
    ['__proto__=x', { invalid: [{ name: '__proto__', value: 'x', reason: 'unknown' }] }],
  ])('%s', (query, expected) => {
    expect(read(query)).toEqual({ filter: {}, limit: 50, offset: 0, params: {}, invalid: [], ...expected })
  })
})

test('the console’s own link to an id keeps its hidden characters', () => {
  const href = codec.href('/transactions', { asset_id: 'A\u200b' })
  expect(read(href.slice(href.indexOf('?')))).toMatchObject({ filter: { asset_id: 'A\u200b' }, invalid: [] })
})

describe('a change', () => {
  const view = read('status=pending&offset=100&tx=abc&colour=red')

  test('of a filter goes to the first page and closes what was open', () => {
    expect(codec.apply(view, { filter: { asset_id: 'BTC' } })).toMatchObject({
      filter: { status: 'pending', asset_id: 'BTC' },
      offset: 0,
      params: {},
    })
  })

  test('of one filter to several values, and back', () => {
    const several = codec.apply(view, { filter: { status: ['pending', ' failed ', '', 'failed'] } })
    expect(several.filter).toEqual({ status: ['pending', 'failed'] })
    expect(String(codec.serialise({ ...several, invalid: [] }))).toBe('status=pending&status=failed')
    expect(codec.apply(several, { filter: { status: ['pending', 'failed'] }, offset: 50 }).offset).toBe(50)
    expect(codec.apply(several, { filter: { status: ['failed'] } }).filter).toEqual({ status: 'failed' })
    expect(codec.apply(several, { filter: { status: [] } }).filter).toEqual({})
  })

  test('of the order goes to the first page and leaves open what is open', () => {
    expect(codec.apply(view, { params: { sort: 'amount:asc' } })).toMatchObject({
      offset: 0,
      params: { tx: 'abc', sort: 'amount:asc' },
    })
  })

  test('that gives the values that are there is none', () => {
    const link = read('status=pending&limit=25&offset=100&tx=abc')
    for (const filter of [{}, { status: 'pending' }, { status: ' pending ', asset_id: '', network_id: null }])
      expect(codec.apply(link, { filter, limit: 25 })).toEqual(link)
  })

  test('of filter or page leaves the rows in their order', () => {
    const sorted = read('sort=amount:desc&tx=abc')
    expect(codec.apply(sorted, { filter: { status: 'failed' } }).params).toEqual({
      sort: 'amount:desc',
    })
    expect(codec.apply(sorted, { offset: 50 }).params).toEqual({ sort: 'amount:desc' })
  })

  test('of the page keeps the filter', () => {
    expect(codec.apply(view, { offset: 150 })).toMatchObject({
      filter: { status: 'pending' },
      offset: 150,
      params: {},
    })
  })

  test('of what is open keeps filter and page', () => {
    expect(codec.apply(view, { params: { tx: 'def' } })).toMatchObject({
      offset: 100,
      params: { tx: 'def' },
    })
    expect(codec.apply(view, { params: { tx: null } })).toMatchObject({ offset: 100, params: {} })
  })

  test('keeps what was refused until that parameter is set or taken away', () => {
    expect(codec.apply(view, { offset: 0 }).invalid).toHaveLength(1)
    expect(codec.apply(view, { invalid: [] }).invalid).toEqual([])
    expect(codec.apply(read('status='), { filter: { status: 'failed' } }).invalid).toEqual([])
    expect(codec.apply(read('limit=x'), { limit: 25 }).invalid).toEqual([])
  })
})

test('filters in another order are the same question', () => {
  const [one, other] = ['status=failed&asset_id=ETH', 'asset_id=ETH&status=failed'].map((link) =>
    JSON.stringify(codec.parse(link).filter),
  )
  expect(one).toBe(other)
})

test('a sorting is written as it is read', () => {
  for (const descending of [true, false]) {
    const sorting = { column: 'amount', descending }
    expect(codec.sorting(codec.apply(read(''), codec.sortedBy(sorting)))).toEqual(sorting)
  }
  expect(codec.sorting(read('sort=amount'))).toEqual({ column: 'amount', descending: false })
  expect(codec.sorting(codec.apply(read('sort=amount'), codec.sortedBy(null)))).toBeNull()
})
