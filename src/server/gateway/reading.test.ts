import { expect, it } from 'vitest'
import { describeAnswer } from './reading.ts'

const describe = (endpoint: Parameters<typeof describeAnswer>[0], body: unknown) =>
  describeAnswer(endpoint, 200, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

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
  ['transactions', null, null],
  ['transactions', '{"transactions":[{},', null],
  ['transactions', '{"transactions":[{"amount":1.10},{"amount":2e400}]}', 2],
  ['transactions', `{"transactions":[{}],"padding":"${'x'.repeat(4 * 1024 * 1024)}"}`, null],
] as const)('the rows of an answer, case %#: %s', (endpoint, body, rows) => {
  expect(describe(endpoint, body)).toEqual({ code: null, rows })
})

it.each([
  [
    { error_code: 'TXN-02', code: '404' },
    { code: 'TXN-02', rows: 0 },
  ],
  [
    { status: 'error', error_code: 'ERR-03' },
    { code: 'ERR-03', rows: null },
  ],
  [{ error_code: 'anything <b>at all' }, { code: 'other', rows: null }],
  [{ error_code: 7 }, { code: null, rows: null }],
  ['{"error_code":"ERR-0', { code: null, rows: null }],
])('the code of an answer is one of the contract, or other: %j', (body, described) => {
  expect(describe('transactions', body)).toEqual(described)
})
