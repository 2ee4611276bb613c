import type { WalkEnd } from '../../api/walk/walk.ts'
import type { Books } from '../books.ts'
import { createTransactionTable } from '../transaction-table.ts'

const begun = '2026-11-21T15:03:22.000Z'
const ended = '2026-11-21T15:03:29.000Z'

const walked: WalkEnd & { readonly records: readonly never[] } = {
  completeness: 'complete',
  doubts: [],
  isUnchecked: false,
  since: null,
  ...{ rows: 0, pages: 1, passes: 2, repairs: 0, late: 0 },
  ...{ begun, ended, records: [] },
}
const holdings = { vaults: walked, balances: { all: walked, cold: walked, warm: walked } }

/** The books of an account that has nothing at all. */
export const emptyBooks: Books = {
  service: 'https://custody.invalid',
  account: null,
  holdings: [holdings, holdings],
  whitelists: walked,
  transactions: {
    ...walked,
    table: createTransactionTable().table(),
    days: { failure: null, form: 'day', formOfLinks: 'day', whose: 'utc', requests: 1 },
  },
  ...{ begun, ended, update: null, reread: null },
}
