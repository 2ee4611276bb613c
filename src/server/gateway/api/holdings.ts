/** Vaults, balances and whitelists: lists of thousands of records at most. */
import type { ListBody } from '../../../contract/console-api.ts'
import { type BalanceType, vaultTypes } from '../../../contract/enumerations.ts'
import type { RecordPage } from '../../../store/queries/lists.ts'
import { listWhitelists } from '../../../sync/service/endpoints.ts'
import { readFullPage } from '../../../sync/service/full-page.ts'
import { type AllRows, type Page, type PageRange, pageOfAll } from '../../../sync/service/paging.ts'
import type { Reading } from '../../../sync/service/reading.ts'
import { readAllBalances, readAllVaults } from '../../../sync/service/unpaged-lists.ts'
import { Refusal } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { type StoredList, storeBasis } from './basis.ts'
import { listedRecord, recordsKept } from './console-records.ts'
import { type ApiContext, listAnswer } from './kept-or-asked.ts'
import { askedBalances, askedVaults, askedWhitelists, pageRange, serviceParameters } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export function answerVaults(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedVaults(call.query)
  const filter = serviceParameters(call.query, ['vault_type'])
  return listAnswer(context, call, {
    list: 'vaults',
    fromStore: async (kept, signal) =>
      keptAnswer(kept, 'vaults', range, await kept.rows.vaultPage(asked, range, { signal }), (text) =>
        listedRecord(recordsKept.vaults(text)),
      ),
    fromService: filter && partOf(readAllVaults(filter), range),
    rowOf: listedRecord,
  })
}

/** The path has the type; without one, `all`. Throws BAL-02. */
export function answerBalances(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const list = balanceTypeIn(call.value)
  const range = pageRange(call.query)
  const asked = askedBalances(call.query, list)
  const filter = serviceParameters(call.query, [])
  return listAnswer(context, call, {
    list,
    fromStore: async (kept, signal) =>
      keptAnswer(kept, list, range, await kept.rows.balancePage(asked, range, { signal }), (text) =>
        listedRecord(recordsKept.balances(text)),
      ),
    fromService: filter && partOf(readAllBalances(list), range),
    rowOf: listedRecord,
  })
}

export function answerWhitelists(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedWhitelists(call.query)
  const filter = serviceParameters(call.query, ['whitelist_type', 'asset_id', 'network_id'])
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
    rowOf: listedRecord,
  })
}

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

function keptAnswer<Row>(
  kept: KeptRecords,
  list: StoredList,
  { limit, offset }: PageRange,
  { records: texts, total }: RecordPage,
  rowOf: (text: string) => Row,
): ApiAnswer {
  const records = texts.map(rowOf)
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
