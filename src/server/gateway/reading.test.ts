import { expect, it } from 'vitest'
import { describeRead, errorCodeIn } from './reading.ts'

it.each([
  [200, { error_code: 'TXN-02', code: '404' }, 'TXN-02'],
  [200, { status: 'error', error_code: 'ERR-03' }, 'ERR-03'],
  [400, { error_code: 'ERR-03', padding: 'x'.repeat(4096) }, 'ERR-03'],
  [200, { error_code: 'ERR-03', padding: 'x'.repeat(4096) }, null],
  [200, { error_code: 'anything <b>at all' }, 'other'],
  [200, { error_code: 7 }, null],
  [200, { transactions: [{}] }, null],
  [200, [{ error_code: 'ERR-03' }], null],
  [200, null, null],
  [200, '{"error_code":"ERR-0', null],
])('the code of an answer is one of the contract, or other, case %#', (status, body, code) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(errorCodeIn({ status, headers: {}, body: Buffer.from(text) })).toBe(code)
})

it('the digest of a report is of its link, whose names are only counted', () => {
  const report = { path: '/reports/{name}', pathParameter: 'name', parameters: {}, hasOthers: true } as const
  expect(describeRead(report, '/reports/statement?period=2026-10', 'statement')).toEqual({
    filters: [['name', 'statement']],
    digested: [
      ['name', 'statement'],
      ['period', '2026-10'],
    ],
    page: {},
    unknown: 1,
  })
})
