import { expect, it } from 'vitest'
import { normaliseHolding, normaliseWhitelist } from '../../sync/service/normalise.ts'
import { listInWords } from './list-in-words.ts'
import { namesIn } from './names.ts'

const coins = ['BTC BTC', 'ETH ETH', 'USDC_ETH ETH', 'USDC_SOL SOL', 'SOL SOL'].map((text) => {
  const [asset_id, network_id] = text.split(' ')
  return normaliseHolding({ asset_id, asset_name: asset_id, network_id, network_name: network_id })
})

const names = namesIn(
  {
    ...{ vaults: [], holdings: coins },
    whitelists: ['Kraken settlement', 'Kraken treasury'].map((whitelist_name, index) =>
      normaliseWhitelist({ whitelist_id: `wls_${index + 1}`, whitelist_name, assets: [] }),
    ),
  },
  [],
)

const listsIn = (text: string) => listInWords(text, names, new Date('2026-11-21T23:59:00Z'), 2)

function linkOf(text: string) {
  const [act] = listsIn(text).map((item) => item.act)
  return act && 'href' in act ? [decodeURIComponent(act.href).replace('/transactions?', ''), act.opens] : null
}

it.each([
  [
    'failed BTC withdrawals last week',
    'asset_id=BTC&start_date=2026-11-09&end_date=2026-11-15&transaction_type=withdraw&status=failed',
  ],
  [
    'Completed deposits of last month',
    'start_date=2026-10-01&end_date=2026-10-31&transaction_type=deposit&status=completed',
  ],
  [
    'largest withdrawals last quarter',
    'start_date=2026-07-01&end_date=2026-09-30&transaction_type=withdraw&sort=amount:desc',
  ],
  [
    'everything in flight for more than a day',
    'end_date=2026-11-19&status=pending&status=processing&status=confirming&sort=recorded_on:asc',
  ],
  ['USDC deposits', 'asset_id=USDC_ETH&asset_id=USDC_SOL&transaction_type=deposit'],
  [
    'withdrawals to Kraken settlement since August',
    'start_date=2026-08-01&transaction_type=withdraw&destination_id=wls_1',
  ],
  ['withdrawals over 1,000 on SOL', 'transaction_type=withdraw&amount_from=1000&network_id=SOL'],
  ['failed or rejected in q3', 'start_date=2026-07-01&end_date=2026-09-30&status=failed&status=rejected'],
  ['deposits from nowhere', null],
  ['failed in Q3 2025', 'start_date=2025-07-01&end_date=2025-09-30&status=failed'],
  ['deposits in December', 'start_date=2025-12-01&end_date=2025-12-31&transaction_type=deposit'],
  ['the', null],
  // One name has meanings of its own.
  ['last week', null],
  ['BTC', null],
])('%s', (text, query) => {
  const link = linkOf(text)?.[0] ?? null
  expect(link && [...new URLSearchParams(link)].sort()).toEqual(
    query && [...new URLSearchParams(query)].sort(),
  )
})

it('opens the export or the totals of a list', () => {
  expect(linkOf('export October')).toEqual(['start_date=2026-10-01&end_date=2026-10-31', 'export'])
  expect(linkOf('fees by asset last month')).toEqual(['start_date=2026-10-01&end_date=2026-10-31', 'totals'])
})

it('is offered for each that a part of a name may be', () => {
  expect(listsIn('withdrawals to kraken this year').map(({ label }) => label)).toEqual([
    'Withdraw, to Kraken settlement, 2026-01-01 – 2026-11-21',
    'Withdraw, to Kraken treasury, 2026-01-01 – 2026-11-21',
  ])
})
