import { describe, expect, it } from 'vitest'
import {
  type Endpoint,
  endpointNames,
  endpointPath,
  endpoints,
  limitRange,
} from '../../../contract/endpoints.ts'
import type { ServiceErrorCode } from '../../../contract/errors.ts'
import { expectError, type Under } from './expectations.ts'

/** What a request to each endpoint needs in its path, so that the endpoint has something to show. */
const pathValues: Partial<Record<(typeof endpointNames)[number], string>> = {
  transaction: 'txn-z0',
  vault: 'vault-1',
  balancesOfType: 'cold',
}

/** What all endpoints do alike with their parameters. */
export function parametersConform(service: Under): void {
  describe.each(endpointNames)('parameters of %s', (name) => {
    const endpoint: Endpoint = endpoints[name]
    const path = endpointPath(name, pathValues[name])
    const names = Object.keys(endpoint.parameters)
    const refuse = async (query: string, code: ServiceErrorCode = 'ERR-00') =>
      expectError(await service().get(`${path}?${query}`), code)

    it('answers without any', async () => {
      expect((await service().get(path)).httpStatus).toBe(200)
      expect((await service().get(`${path}?`)).httpStatus).toBe(200)
    })

    it('refuses one that it does not have, naming it', async () => {
      for (const unknown of ['page', 'Limit', 'limit%20', '__proto__', 'constructor', 'toString'])
        expect(await refuse(`${unknown}=1`)).toContain(decodeURIComponent(unknown))
      await refuse('=1')
      await refuse('%ZZ=1')
    })

    it('names every faulty one at once', async () => {
      const details = await refuse('one=1&two=2')
      expect(details).toContain('one')
      expect(details).toContain('two')
    })

    it.each(names)('%s: empty, or given twice, is refused', async (parameter) => {
      const { openapi, refusedWith } = endpoint.parameters[parameter] ?? {
        openapi: {},
        refusedWith: 'ERR-00',
      }
      const code = 'enum' in openapi ? refusedWith : 'ERR-00'
      for (const query of [`${parameter}=`, parameter, `${parameter}=1&${parameter}=1`, `${parameter}=%FF`])
        expect(await refuse(query, code)).toContain(parameter)
    })

    it.each(names.filter((parameter) => endpoint.parameters[parameter]?.openapi.type === 'string'))(
      '%s: too long, or with U+0000, is refused',
      async (parameter) => {
        const code = endpoint.parameters[parameter]?.refusedWith ?? 'ERR-00'
        await refuse(`${parameter}=${'x'.repeat(513)}`, code)
        await refuse(`${parameter}=a%00b`, code)
      },
    )

    if (names.includes('limit')) {
      it.each([`${limitRange.min}`, `${limitRange.max}`, '007'])('accepts limit=%s', async (limit) => {
        expect((await service().get(`${path}?limit=${limit}`)).httpStatus).toBe(200)
      })

      it.each(['0', '1001', '-1', '1.5', '1e2', 'ten', '0x10', '%201', '99999999999999999999', '١'])(
        'refuses limit=%s',
        async (limit) => {
          expect(await refuse(`limit=${limit}`)).toContain('limit')
        },
      )

      it.each(['-1', '0.0', 'first', '1000000000', '%2B1', 'NaN'])('refuses offset=%s', async (offset) => {
        expect(await refuse(`offset=${offset}`)).toContain('offset')
      })

      it('takes offset=0 for none', async () => {
        expect((await service().get(`${path}?offset=0`)).text).toBe((await service().get(path)).text)
      })
    }
  })

  describe('several faults at once', () => {
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
    ] as const)('%s is %s', async (path, code) => {
      expectError(await service().get(path), code)
    })
  })
}
