import { describe, expect, it } from 'vitest'
import {
  type Endpoint,
  endpointNames,
  endpointPath,
  endpoints,
  limitRange,
} from '../../../contract/endpoints.ts'
import type { ServiceErrorCode } from '../../../contract/errors.ts'
import { expectError, type ReadSource } from './expectations.ts'

/** What a request to each endpoint needs in its path, so that the endpoint has something to show. */
const pathValues: Partial<Record<(typeof endpointNames)[number], string>> = {
  transaction: 'txn-z0',
  vault: 'vault-1',
  balancesOfType: 'cold',
}

/** Which parameters each endpoint takes, and by which code it refuses others. */
export function parametersConform(reads: () => ReadSource): void {
  describe.each(endpointNames)('parameters of %s', (name) => {
    const endpoint: Endpoint = endpoints[name]
    const path = endpointPath(name, pathValues[name])
    const names = Object.keys(endpoint.parameters)
    const refuse = async (query: string, code: ServiceErrorCode = 'ERR-00') =>
      expectError(await reads().get(`${path}?${query}`), code)

    it('refuses one that it does not have, naming every one', async () => {
      for (const unknown of [
        'page',
        'Limit',
        'limit%20',
        '__proto__',
        'constructor',
        'toString',
        'vault_types',
      ])
        expect(await refuse(`${unknown}=1`)).toContain(decodeURIComponent(unknown))
      await refuse('=1')
      await refuse('%ZZ=1')
      expect(await refuse('one=1&two=2')).toMatch(/one.*two/)
    })

    it.each(names)('%s: empty, twice, not UTF-8, too long, or with U+0000, is refused', async (parameter) => {
      const { openapi = {}, refusedWith = 'ERR-00' } = endpoint.parameters[parameter] ?? {}
      const code = 'enum' in openapi ? refusedWith : 'ERR-00'
      for (const query of [`${parameter}=`, parameter, `${parameter}=1&${parameter}=1`, `${parameter}=%FF`])
        expect(await refuse(query, code)).toContain(parameter)
      await refuse(`${parameter}=${'x'.repeat(513)}`, refusedWith)
      await refuse(`${parameter}=a%00b`, refusedWith)
    })

    if (names.includes('limit')) {
      it.each([`limit=${limitRange.min}`, `limit=${limitRange.max}`, 'limit=007', 'offset=0', ''])(
        'accepts %j',
        async (query) => {
          expect((await reads().get(`${path}?${query}`)).httpStatus).toBe(200)
        },
      )

      it.each([
        ['limit', ['0', '1001', '-1', '1.5', '1e2', 'ten', '0x10', '%201', '99999999999999999999', '١']],
        ['offset', ['-1', '0.0', 'first', '1000000000', '%2B1', 'NaN']],
      ])('refuses %s=%j', async (parameter, values) => {
        for (const value of values) expect(await refuse(`${parameter}=${value}`)).toContain(parameter)
      })
    }
  })

  it.each([
    ['/transactions?transaction_type=', 'TXN-00', ['transfer', 'Withdraw', 'change_pool', '%20withdraw']],
    ['/transactions?status=', 'TXN-01', ['done', 'PENDING', 'canceled']],
    [
      '/transactions?start_date=',
      'TXN-03',
      ['2026-02-30', 'yesterday', '2026-11-01T10:00:00', '9'.repeat(600)],
    ],
    ['/transactions?end_date=', 'TXN-03', ['2026-13-01', '2026-11-01&start_date=2026-11-02']],
    ['/vaults?vault_type=', 'VAL-00', ['hot', 'Cold', 'cold%20']],
    ['/whitelist?whitelist_type=', 'WHT-01', ['mine', 'My%20organization', 'THIRD_PARTY']],
    ['/balances/', 'BAL-02', ['hot', 'all', 'COLD', 'cold%20', '%00', 'cold%2Fwarm']],
  ] as const)('%s that is no such value is %s', async (path, code, values) => {
    for (const value of values) expectError(await reads().get(`${path}${value}`), code)
  })

  it.each([
    ['/transactions?status=done&limit=0', 'ERR-00'],
    ['/transactions?status=done&page=1', 'ERR-00'],
    ['/transactions?status=done&transaction_type=gift&start_date=never', 'TXN-00'],
    ['/transactions?start_date=never&status=done', 'TXN-01'],
    ['/transactions?start_date=never&asset_id=nothing', 'TXN-03'],
    ['/whitelist?whitelist_type=mine&offset=x', 'ERR-00'],
    ['/whitelist?whitelist_type=mine&asset_id=nothing', 'WHT-01'],
    ['/vaults?vault_type=hot&asset_id=', 'ERR-00'],
    ['/vaults?vault_type=hot&asset_id=nothing', 'VAL-00'],
    ['/vaults/nothing?x=1', 'ERR-00'],
    ['/transactions/nothing?x=1', 'ERR-00'],
    ['/balances/hot?asset_id=nothing', 'BAL-02'],
    ['/balances/hot?limit=0', 'ERR-00'],
    ['/balances/%FF', 'ERR-00'],
  ] as const)('of several faults, the first by the specification is told: %s is %s', async (path, code) => {
    expectError(await reads().get(path), code)
  })
}
