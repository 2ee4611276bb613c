import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRecords, errorCodeOf } from './reading.ts'

const of = (endpoint: Parameters<typeof countRecords>[0], body: unknown) =>
  countRecords(endpoint, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

describe('the rows of an answer', () => {
  it('are the records of its list, whatever they hold and however it is written', () => {
    const lists = fc.record({
      before: fc.jsonValue(),
      transactions: fc.array(fc.jsonValue(), { maxLength: 20 }),
      after: fc.jsonValue(),
    })
    fc.assert(
      fc.property(lists, fc.nat(3), (body, indent) => {
        expect(of('transactions', JSON.stringify(body, null, indent))).toBe(body.transactions.length)
      }),
    )
  })

  it.each([
    ['vaults', { vaults: [{ assets: [1, 2, 3] }, { assets: [{ vaults: [1] }] }] }, 2],
    ['vault', { vault_id: 'v', assets: [1, 2, 3] }, 1],
    ['vault', { vaults: [{ vault_id: 'v' }] }, 1],
    // As the console reads it, which takes this for a record, and an id alone for none.
    ['transaction', { id: 't', transaction: {} }, 1],
    ['transaction', { id: 't' }, null],
    ['whitelists', { whitelist_id: 'w' }, 1],
    ['balances', { balance: [{}, {}] }, 2],
    ['balancesOfType', { balances: [{}] }, 1],
    ['balances', { balance: { asset_id: 'a' } }, 1],
    ['whitelists', { timestamp: 'whitelists', whitelists: [] }, 0],
    ['whitelists', { nothing: 'of it' }, null],
    ['transactions', [{}, {}], null],
    ['transactions', '{"transactions":[{},', null],
    ['transactions', 'no JSON at all', null],
    ['transactions', '', null],
    ['transactions', String.raw`{"a":"\\\"","transactions":[{"note":"],[\"{"},{}]}`, 2],
    ['transactions', '{"transactions":[{"amount":1.10},{"amount":2e400}]}', 2],
  ] as const)('%s %j: %s', (endpoint, body, rows) => {
    expect(of(endpoint, body)).toBe(rows)
  })

  it('are not told of a list that ends beyond what is looked at, however much comes before it', () => {
    const names = Array.from({ length: 600_000 }, (_, index) => `"${index}":0`).join()
    expect(of('transactions', `{${names},"transactions":[{}]}`)).toBeNull()
    expect(of('transactions', `{"transactions":[{}],${names}}`)).toBe(1)
  })
})

it('the code of an answer is one of the contract, or other', () => {
  const code = (status: number, body: unknown) => errorCodeOf(status, Buffer.from(JSON.stringify(body)))
  expect(code(400, { error_code: 'TXN-02', code: '404' })).toBe('TXN-02')
  expect(code(200, { status: 'error', error_code: 'ERR-03' })).toBe('ERR-03')
  expect(code(500, { error_code: 'anything <b>at all' })).toBe('other')
  for (const body of [{}, null, 7, { error_code: 7 }]) expect(code(500, body)).toBeNull()
  expect(errorCodeOf(500, Buffer.from('{"error_code":"ERR-0'))).toBeNull()
})
