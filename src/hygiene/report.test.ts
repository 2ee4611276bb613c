import { expect, test } from 'vitest'
import type { ReadList } from '../api/paging.ts'
import { refusal } from '../api/testing/refusal.ts'
import { readReview } from './read.ts'
import { reportOf } from './report.ts'
import { transaction, whitelist } from './testing/records.ts'
import { other, xrp } from './testing/reviews.ts'

function listOf<R>(records: readonly R[]): ReadList<R> {
  return async ({ limit, offset }) => {
    const page = records.slice(offset, offset + limit)
    if (page.length === 0) throw refusal('TXN-02')
    return { records: page, timestamp: null, receivedAt: '' }
  }
}

test('each row of the file names the transactions that it counts, and no others', async () => {
  const review = await readReview({
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onWait: () => undefined,
    sources: {
      whitelists: listOf([whitelist('x', { ...xrp, memo: '7' })]),
      transactions: listOf([
        transaction({ id: 'eth', to: other }),
        transaction({ id: 'usdc', to: other, asset: 'USDC' }),
        transaction({ id: 'xrp', to: xrp.address, asset: 'XRP', network: 'XRP', named: 'x', memo: '8' }),
      ]),
    },
  })
  const { columns, rows } = reportOf({ review, service: '', account: null }, '/whitelists/hygiene')
  const wanted = ['kind', 'evidence', 'memo', 'transactions', 'transaction_ids']
  expect(rows.map((cells) => wanted.map((name) => cells[columns.indexOf(name)]))).toEqual([
    ['unlisted-withdrawal', 'withdrawals', null, '1', 'eth'],
    ['unlisted-withdrawal', 'withdrawals', null, '1', 'usdc'],
    ['other-memo', 'entry', '7', '1', 'xrp'],
    ['other-memo', 'withdrawals', '8', '1', 'xrp'],
  ])
})
