import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../testing/properties.ts'
import { type Endpoint, endpointNames, endpoints } from './endpoints.ts'
import { RequestFault, readQuery } from './query.ts'
import { pathAndQuery } from './request-path.ts'

function refusalOf(rawQuery: string, endpoint: Endpoint = endpoints.transactions): RequestFault {
  try {
    readQuery(endpoint, rawQuery)
  } catch (error) {
    if (error instanceof RequestFault) return error
    throw error
  }
  throw new Error(`${rawQuery} was accepted.`)
}

describe('readQuery', () => {
  it('has defaults', () => {
    expect(readQuery(endpoints.transactions, '')).toEqual({
      limit: 200,
      offset: 0,
      filter: new Map(),
      several: new Map(),
      dates: {},
      period: {},
    })
  })

  it('gives the same reading for the same filters in any order, so that they share what is remembered', () => {
    const one = readQuery(endpoints.transactions, 'status=pending&asset_id=ETH&transaction_type=changepool')
    const other = readQuery(
      endpoints.transactions,
      'transaction_type=change+pool&asset_id=%45TH&&status=pending',
    )
    expect([...one.filter]).toEqual([...other.filter])
  })

  it('says what is wrong, by name', () => {
    expect(refusalOf('limit=0').details).toBe('limit must be a whole number from 1 to 1000.')
    expect(refusalOf('offset=-1').details).toBe('offset must be a whole number from 0 to 9007199254740991.')
    expect(refusalOf('asset_id=').details).toBe('asset_id is empty.')
    expect(refusalOf('asset_id=a&asset_id=b').details).toBe('asset_id is given more than once.')
    expect(refusalOf('asset_id=%C3').details).toBe('asset_id is not valid percent-encoded UTF-8.')
    expect(refusalOf('vault=1').details).toBe('vault is not a parameter of this endpoint.')
    expect(refusalOf('a=1&a=2').details).toBe('a is not a parameter of this endpoint.')
  })

  it('does not grow its answer with a hostile query', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(200)}${index}=1&p${index}=1`)
    expect(refusalOf(many.join('&')).details.length).toBeLessThan(1500)
  })

  it('either reads a query or refuses it, whatever it is', () => {
    const pieces = fc.array(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('status', 'limit', '=', '&', '%', '+')),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        try {
          expect(readQuery(endpoints.transactions, parts.join('')).limit).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFault)
        }
      }),
    )
  })

  it('reads back every text that a form encodes', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
      .filter((value) => value.length <= 512)
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(!value.includes('\u0000'))
        const encoded = new URLSearchParams({ source_id: value }).toString()
        expect(readQuery(endpoints.transactions, encoded).filter.get('source_id')).toBe(value)
      }),
    )
  })
})

describe.each(endpointNames)('parameters of %s', (name) => {
  const endpoint: Endpoint = endpoints[name]
  const expectRefusal = (query: string, code: string, details = '') =>
    expect(refusalOf(query, endpoint)).toMatchObject({ code, details: expect.stringContaining(details) })

  it('are refused where it does not have them, naming every one', () => {
    for (const unknown of ['page', 'Limit', 'limit%20', '__proto__', 'constructor', 'vault_types'])
      expectRefusal(`${unknown}=1`, 'ERR-00', decodeURIComponent(unknown))
    for (const query of ['=1', '%ZZ=1']) expectRefusal(query, 'ERR-00')
    expect(refusalOf('one=1&two=2', endpoint).details).toMatch(/one.*two/)
  })

  it.each(Object.entries(endpoint.parameters))(
    '%s: empty, twice, not UTF-8, too long, or with U+0000, is refused',
    (parameter, { form, refusedWith }) => {
      const code = Array.isArray(form) ? refusedWith : 'ERR-00'
      for (const query of [`${parameter}=`, parameter, `${parameter}=1&${parameter}=1`, `${parameter}=%FF`])
        expectRefusal(query, code, parameter)
      for (const value of ['x'.repeat(513), 'a%00b']) expectRefusal(`${parameter}=${value}`, refusedWith)
    },
  )
})

it.each([
  [
    'limit',
    ['1', '1000', '007'],
    ['0', '1001', '-1', '1.5', '1e2', 'ten', '0x10', '%201', '9'.repeat(20), '١'],
  ],
  [
    'offset',
    ['0', '000000000007', '9007199254740991'],
    ['-1', '0.0', 'first', '9007199254740992', '1e3', '%2B1', 'NaN'],
  ],
] as const)('%s is a whole number in its range', (name, good, bad) => {
  for (const value of good)
    expect(readQuery(endpoints.balances, `${name}=${value}`)[name]).toBe(Number(value))
  for (const value of bad) expect(refusalOf(`${name}=${value}`).details).toContain(name)
})

const longDate = '9'.repeat(600)
it.each([
  ['transactions', 'transaction_type', 'TXN-00', ['transfer', 'Withdraw', 'change_pool', '%20withdraw']],
  ['transactions', 'status', 'TXN-01', ['done', 'PENDING', 'canceled']],
  ['transactions', 'start_date', 'TXN-03', ['2026-02-30', 'yesterday', '2026-11-01T10:00:00', longDate]],
  ['transactions', 'end_date', 'TXN-03', ['2026-13-01', '2026-11-01&start_date=2026-11-02']],
  ['vaults', 'vault_type', 'VAL-00', ['hot', 'Cold', 'cold%20']],
  ['whitelists', 'whitelist_type', 'WHT-01', ['mine', 'My%20organization', 'THIRD_PARTY']],
] as const)('%s: a %s that is no such value is %s', (name, parameter, code, values) => {
  for (const value of values) expect(refusalOf(`${parameter}=${value}`, endpoints[name]).code).toBe(code)
})

it('a request carries its parameters in the specification’s order, and no empty ones', () => {
  expect(
    pathAndQuery('transactions', {
      status: 'pending',
      asset_id: 'ETH',
      offset: 0,
      limit: 51,
      note: '',
    } as never),
  ).toBe('/transactions?limit=51&offset=0&asset_id=ETH&status=pending')
  expect(pathAndQuery('transaction', {}, 'a/b c?')).toBe('/transactions/a%2Fb%20c%3F')
})
