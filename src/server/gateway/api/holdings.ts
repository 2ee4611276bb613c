/** Vaults, balances and whitelists: lists of thousands of records at most. */
import type { ListBody } from '../../../contract/console-api.ts'
import { type BalanceType, vaultTypes } from '../../../contract/enumerations.ts'
import { listBalances, listVaults, listWhitelists } from '../../../sync/service/endpoints.ts'
import { readFullPage } from '../../../sync/service/full-page.ts'
import { type AllRows, type Page, type PageRange, pageOfAll } from '../../../sync/service/paging.ts'
import type { Reading } from '../../../sync/service/reading.ts'
import { readAllBalances, readAllVaults } from '../../../sync/service/unpaged-lists.ts'
import { Refusal } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { systemClock } from '../sync/clock.ts'
import { type StoredList, storeBasis } from './basis.ts'
import { listedRecord, recordsKept } from './console-records.ts'
import { type ApiContext, listAnswer } from './kept-or-asked.ts'
import { askedBalances, askedVaults, askedWhitelists, filterForService, pageRange } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'
import { inOrderOfValue } from './vault-values.ts'

export function answerVaults(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedVaults(call.query)
  const filter = filterForService(call.query, ['vault_type'])
  return listAnswer(context, call, {
    list: 'vaults',
    async fromStore(kept, signal) {
      const isByValue = call.query.filter.get('sort')?.startsWith('value:') === true
      const page = await kept.rows.vaultPage(asked, isByValue ? everything : range, { signal })
      if (!isByValue)
        return keptAnswer(kept, 'vaults', range, page, (text) => listedRecord(recordsKept.vaults(text)))
      const vaults = page.records.map((text) => listedRecord(recordsKept.vaults(text)))
      const { prices, clock = systemClock } = context
      const ranked = await inOrderOfValue(vaults, call.query, prices, clock.now())
      const records = ranked.slice(range.offset, range.offset + range.limit)
      return keptAnswer(kept, 'vaults', range, { records, total: page.total }, (vault) => vault)
    },
    fromService: filter && partOf(readAllVaults(filter), range),
    probe: () => listVaults({}),
    rowOf: listedRecord,
  })
}

/** The path has the type; without one, `all`. Throws BAL-02. */
export function answerBalances(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const list = balanceTypeIn(call.value)
  const range = pageRange(call.query)
  const asked = askedBalances(call.query, list)
  const filter = filterForService(call.query, [])
  return listAnswer(context, call, {
    list,
    fromStore: async (kept, signal) =>
      keptAnswer(kept, list, range, await kept.rows.balancePage(asked, range, { signal }), (text) =>
        listedRecord(recordsKept.balances(text)),
      ),
    fromService: filter && partOf(readAllBalances(list), range),
    probe: () => listBalances(list, {}),
    rowOf: listedRecord,
  })
}

export function answerWhitelists(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedWhitelists(call.query)
  const filter = filterForService(call.query, ['whitelist_type', 'asset_id', 'network_id'])
  return listAnswer(context, call, {
    list: 'whitelists',
    fromStore: async (kept, signal) =>
      keptAnswer(kept, 'whitelists', range, await kept.rows.whitelistPage(asked, range, { signal }), (text) =>
        listedRecord(recordsKept.whitelists(text)),
      ),
    fromService:
      filter &&
      readFullPage(
        'whitelists',
        (page) => listWhitelists({ ...filter, ...page }),
        ({ whitelist_id }) => whitelist_id,
        range,
      ),
    probe: () => listWhitelists({ limit: 1, offset: 0 }),
    rowOf: listedRecord,
  })
}

/** They are thousands at most. */
const everything = { limit: 100_000, offset: 0 } as const

/** Of a path. Throws BAL-02. */
export function balanceTypeIn(value: string): BalanceType {
  if (value === '') return 'all'
  const type = vaultTypes.find((each) => each === value)
  if (type === undefined) throw new Refusal('BAL-02')
  return type
}

/** Services turn no pages of these lists. */
function* partOf<R>(reading: Reading<AllRows<R>>, range: PageRange): Reading<Page<R>> {
  const all = yield* reading
  return pageOfAll(all, all.records, range)
}

function keptAnswer<Kept, Row>(
  kept: KeptRecords,
  list: StoredList,
  { limit, offset }: PageRange,
  { records: found, total }: { readonly records: readonly Kept[]; readonly total: number },
  rowOf: (record: Kept) => Row,
): ApiAnswer {
  const records = found.map(rowOf)
  const body: ListBody<Row> = {
    ...storeBasis(kept, list),
    records,
    total,
    undecided: 0,
    has_next: offset + limit < total,
    no_records: null,
  }
  return { body, outcome: { rows: records.length, from: 'store' } }
}
