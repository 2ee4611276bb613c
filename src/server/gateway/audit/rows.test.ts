import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentOf } from './rows.ts'

const of = (endpoint: Parameters<typeof contentOf>[0], body: unknown) =>
  contentOf(endpoint, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

describe('the rows of an answer', () => {
  it('are the records of its list, whatever they hold and however it is written', () => {
    const lists = fc.record({
      before: fc.jsonValue(),
      transactions: fc.array(fc.jsonValue(), { maxLength: 20 }),
      after: fc.jsonValue(),
    })
    fc.assert(
      fc.property(lists, fc.nat(3), (body, indent) => {
        expect(of('transactions', JSON.stringify(body, null, indent))).toEqual({
          rows: body.transactions.length,
          code: null,
        })
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
    expect(of(endpoint, body)).toEqual({ rows, code: null })
  })

  it('are none where the service says so, and unknown where it reports an error', () => {
    expect(of('transactions', { error_code: 'TXN-02', code: '404' })).toEqual({ rows: 0, code: 'TXN-02' })
    expect(of('transactions', { status: 'error', error_code: 'ERR-03' })).toEqual({
      rows: null,
      code: 'ERR-03',
    })
    expect(of('vaults', { error_code: 'anything <b>at all' })).toEqual({ rows: null, code: 'other' })
  })
})
