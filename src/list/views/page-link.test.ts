import { expect, test } from 'vitest'
import { pageLink } from './page-link.ts'

const standard = { compact: false, tables: {} }
const own = { compact: true, tables: { transactions: { columns: 'status,amount' } } }

test.each([
  ['a bare list', '/transactions', '', standard, '/transactions'],
  [
    'a filtered list with a record open',
    '/transactions',
    '?status=failed&tx=t-1',
    standard,
    '/transactions?status=failed&tx=t-1',
  ],
  [
    'a list that its reader has arranged otherwise',
    '/transactions',
    '?status=failed&offset=50',
    own,
    '/transactions?status=failed&offset=50&columns=status%2Camount&density=compact',
  ],
  ['another list of that reader', '/vaults', '', own, '/vaults?density=compact'],
  ['a page without such a table', '/reconciliation', '?asset_id=BTC', own, '/reconciliation?asset_id=BTC'],
  ['one record', '/vaults/v-1', '', own, '/vaults/v-1'],
])('the link of %s', (_what, pathname, search, preferences, link) => {
  expect(pageLink({ pathname, search }, preferences)).toBe(link)
})
