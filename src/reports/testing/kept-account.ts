/** Accounts of records at hand, kept and dated as a reading would leave them, and the reports that are made of them. */
import { dayLength, dayNumber } from '../../contract/day.ts'
import type { Refused } from '../../contract/report.ts'
import type { Database } from '../../database/database.ts'
import type { AccountStore } from '../../store/account-store.ts'
import type { DatesState } from '../../store/state.ts'
import { openStore } from '../../store/store.ts'
import {
  completeEnd,
  lease,
  namedAccount,
  readWholeLists,
  receivedList,
  vaultsOutcome,
  whitelistsOutcome,
} from '../../store/testing/records.ts'
import { transactionsCodec } from '../../url/lists.ts'
import type { Opens } from '../entry.ts'
import { askedFilter } from '../links.ts'
import { type FindPrices, ReportRecords } from '../report-records.ts'

/** As a service sends it, and the day on which it was recorded, such as `2026-11-01`, or its span in milliseconds. */
export type KeptItem = readonly [
  item: object,
  day: string | { readonly from: number; readonly before: number } | null,
]

export interface KeptOtherwise {
  readonly vaults?: readonly object[]
  readonly whitelists?: readonly object[]
  /** Null where the service has nothing to test its date filter with. */
  readonly dates?: Partial<DatesState> | null
  readonly doubts?: readonly string[]
  /** When the reading began: ISO 8601 UTC. */
  readonly asOf?: string
}

let accounts = 0

/** In the order of the list. */
export async function keptAccount(
  database: Database,
  items: readonly KeptItem[],
  { vaults = [], whitelists = [], dates, doubts = [], asOf = '2026-11-22T15:00:00.000Z' }: KeptOtherwise = {},
): Promise<AccountStore> {
  accounts += 1
  const store = await openStore(database)
  const account = store.of(await namedAccount(store, `account ${accounts}`))
  const end = { ...completeEnd, begun: asOf, ended: asOf, doubts }
  await readWholeLists(account, receivedList(items.map(([item]) => JSON.stringify(item))), {
    ...{ begun: asOf, ended: asOf },
    transactions: { ...end, completeness: doubts.length > 0 ? 'partial' : 'complete' },
    lists: { vaults: vaultsOutcome(...vaults), whitelists: whitelistsOutcome(...whitelists) },
  })
  const spans = items.flatMap(([item, day]) => {
    const id = 'transaction_id' in item ? item.transaction_id : null
    if (day === null || typeof id !== 'string') return []
    if (typeof day !== 'string') return { id, ...day }
    const from = (dayNumber(day) ?? 0) * dayLength
    return { id, from, before: from + dayLength }
  })
  if (dates === null) return account
  await account.setDays(await lease(account), dates?.failure ? [] : spans, {
    dates: {
      ...{ failure: null, form: 'instant', days: 'utc', isComplete: true, askedFrom: 0 },
      ...{ longestPage: 1000, undated: 0, doubts: [], ...dates },
    },
  })
  return account
}

/** A report, or what a page shows beside one. `link`: path and query, or the query alone. `use` may ask the records for more. */
export async function withReport<Value, Result>(
  account: AccountStore,
  entry: Opens<Value>,
  link: string,
  use: (made: Value | Refused) => Result | Promise<Result>,
  prices: FindPrices = async () => null,
): Promise<Result> {
  const query = link.includes('?') ? link.slice(link.indexOf('?')) : link
  const opened = entry.open(new URLSearchParams(query), Date.parse('2026-11-22T15:00:10.000Z'))
  if ('refusal' in opened) return await use(opened)
  return await account.readMoment(async (moment) =>
    use(await opened.make(await ReportRecords.open(moment, prices))),
  )
}

export function answeredReport<Value>(
  account: AccountStore,
  entry: Opens<Value>,
  link: string,
): Promise<Value | Refused> {
  return withReport(account, entry, link, (made) => made)
}

/** Throws where it is refused. */
export function madeReport<Value extends object>(
  account: AccountStore,
  entry: Opens<Value>,
  link: string,
  prices?: FindPrices,
): Promise<Value> {
  return withReport(account, entry, link, reportIn, prices)
}

/** How many transactions the list of this link has. */
export async function countListed(account: AccountStore, href: string): Promise<number> {
  const { filter } = transactionsCodec.parse(href.slice(href.indexOf('?') + 1))
  const asked = askedFilter(filter, href)
  if ('refusal' in asked) throw new Error(asked.refusal.text)
  return (await account.transactionCount(asked)).total
}

export function reportIn<Value extends object>(made: Value | Refused): Value {
  if ('refusal' in made) throw new Error(made.refusal.text)
  return made
}
