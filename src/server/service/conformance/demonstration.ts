import { describe, expect, it } from 'vitest'
import { balanceList, vaultList } from '../../../contract/records.ts'
import { listen, type TestService } from '../testing/service.ts'
import { expectError, expectRecords, pathWithQuery, type Query, type Under } from './expectations.ts'

/** The reserved ids of the demonstration data: transactions that ask for failures, and assets that ask for discrepancies. */
export function demonstrationConforms(service: Under): void {
  describe.each(['/transactions/', '/transactions?transaction_id='])('reserved ids at %s', (form) => {
    it('demo-ERR-01 and demo-ERR-03 are these errors', async () => {
      expectError(await service().get(`${form}demo-ERR-01`), 'ERR-01')
      const limited = await service().get(`${form}demo-ERR-03`)
      expectError(limited, 'ERR-03')
      expect(limited.headers.get('retry-after')).toBe('5')
    })

    it('demo-broken-body is a success that stops in the middle', async () => {
      const { httpStatus, headers, text } = await service().get(`${form}demo-broken-body`)
      expect(httpStatus).toBe(200)
      expect(headers.get('content-type')).toContain('application/json')
      expect(text).toMatch(/^\{"transactions":\[\{/)
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    })

    it('demo-hang never answers, ends when the client goes away, and does not keep the service from stopping', async () => {
      const own = await listen(service().database)
      const gone = new AbortController()
      const left = own.get(`${form}demo-hang`, { signal: gone.signal })
      const hanging = own.get(`${form}demo-hang`).then(
        () => 'answered',
        () => 'broken off',
      )
      // Answered although it came later: so those before it have arrived, and hang.
      expect((await own.get('/vaults')).httpStatus).toBe(200)
      gone.abort()
      await expect(left).rejects.toThrow('aborted')
      await own.close()
      expect(await hanging).toBe('broken off')
    })

    it('need permission and correct parameters all the same', async () => {
      const id = `${form}demo-broken-body`
      expectError(await service().get(id, { headers: { 'x-api-key': 'demo-no-role-key' } }), 'ERR-02')
      expectError(await service().get(`${id}${form.includes('?') ? '&' : '?'}nonsense=1`), 'ERR-00')
    })
  })

  it('are nobody’s on a service without the demonstration data', async () => {
    const real = await listen(service().database, { demonstration: false })
    try {
      for (const id of ['demo-ERR-01', 'demo-ERR-03', 'demo-hang', 'demo-broken-body']) {
        expectError(await real.get(`/transactions/${id}`), 'TXN-04')
        expectError(await real.get(`/transactions?transaction_id=${id}`), 'TXN-02')
      }
      for (const asset_id of Object.keys(discrepancies)) {
        expectError(await real.get(pathWithQuery('/vaults', { asset_id })), 'VAL-01')
        expectError(await real.get(pathWithQuery('/balances', { asset_id })), 'BAL-00')
      }
    } finally {
      await real.close()
    }
  })

  describe.each(Object.entries(discrepancies))('asset_id=%s', (asset_id, changes) => {
    const figures = (path: Path, query: Query = {}) => figuresAt(service(), path, query)

    it.each(paths)(
      'answers %s with the whole books, all agreeing but for its own discrepancy',
      async (path) => {
        const books = await figures(path)
        const answered = await figures(path, { asset_id })
        const [gone, added] = changes[path] ?? [[], []]
        expect(books.filter((line) => !answered.includes(line))).toEqual(gone)
        expect(answered.filter((line) => !books.includes(line))).toEqual(added)
        const first = await figures(path, { asset_id, limit: 1 })
        const rest = await figures(path, { asset_id, offset: 1 })
        expect([...first, ...rest]).toEqual(answered)
      },
    )

    it('joins network_id, and refuses everything else as ever', async () => {
      expect((await figures('/balances', { asset_id, network_id: 'ARB' })).join()).not.toContain('BTC')
      expectError(await service().get(pathWithQuery('/vaults', { asset_id, vault_type: 'hot' })), 'VAL-00')
      expectError(await service().get(pathWithQuery('/balances/hot', { asset_id })), 'BAL-02')
      expectError(await service().get(pathWithQuery('/balances', { asset_id, offset: 99 })), 'BAL-00')
    })
  })
}

const paths = ['/balances', '/balances/cold', '/balances/warm', '/vaults'] as const
type Path = (typeof paths)[number]

/** What each reserved asset id changes: where, and the figures before and after. The first holding is BTC in a warm vault. */
const discrepancies: Readonly<
  Record<string, Partial<Record<Path, readonly [before: readonly string[], after: readonly string[]]>>>
> = {
  'demo-discrepancy-cold-and-warm': {
    '/balances': [
      ['BTC/BTC total_balance: 21000000.10000001', 'BTC/BTC available_balance: 21000000.1'],
      ['BTC/BTC total_balance: 21000000.10000101', 'BTC/BTC available_balance: 21000000.100001'],
    ],
  },
  'demo-discrepancy-vaults': {
    '/vaults': [
      ['Treasury BTC/BTC total_balance: 0.10000001', 'Treasury BTC/BTC available_balance: 0.1'],
      ['Treasury BTC/BTC total_balance: 0.10000101', 'Treasury BTC/BTC available_balance: 0.100001'],
    ],
  },
  'demo-discrepancy-parts': {
    '/balances': [['BTC/BTC total_balance: 21000000.10000001'], ['BTC/BTC total_balance: 21000000.10000101']],
    '/balances/warm': [['BTC/BTC total_balance: 0.10000001'], ['BTC/BTC total_balance: 0.10000101']],
    '/vaults': [
      ['Treasury BTC/BTC total_balance: 0.10000001'],
      ['Treasury BTC/BTC total_balance: 0.10000101'],
    ],
  },
  'demo-discrepancy-unknown-asset': {
    '/vaults': [
      [],
      ['total: 1', 'available: 1', 'processing: 0', 'staking: 0', 'claimable: 0'].map(
        (part) => `Treasury DEMO-UNKNOWN/BTC ${part.replace(':', '_balance:')}`,
      ),
    ],
  },
}

/** Every figure of an answer, as a line. */
async function figuresAt(service: TestService, path: Path, query: Query): Promise<string[]> {
  const received = await service.get(pathWithQuery(path, query))
  const rows =
    path === '/vaults'
      ? expectRecords(received, vaultList).vaults.flatMap(({ vault_name, assets }) =>
          assets.map((held) => ({ held, at: `${vault_name} ` })),
        )
      : expectRecords(received, balanceList).balance.map((held) => ({ held, at: '' }))
  return rows.flatMap(({ held, at }) =>
    Object.entries(held.balances).map(
      ([name, amount]) => `${at}${held.asset_id}/${held.network_id} ${name}: ${amount}`,
    ),
  )
}
