/** Vaults, balances and whitelists: lists of thousands of records at most. */
import { type BalanceType, vaultTypes } from '../../../contract/enumerations.ts'
import type { Holding, Vault, Whitelist } from '../../../contract/normal-records.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import { listWhitelists } from '../../../sync/service/endpoints.ts'
import {
  type AllRows,
  type Page,
  type PageRange,
  pageOfAll,
  readFullPage,
} from '../../../sync/service/paging.ts'
import type { ServiceRead } from '../../../sync/service/service-read.ts'
import { readAllBalances, readAllVaults } from '../../../sync/service/unpaged-lists.ts'
import { Refusal } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import type { StoredList } from './basis.ts'
import { inOrderOfValue, isByValue, pricedToday } from './by-value.ts'
import { listedRecord, recordsKept } from './console-records.ts'
import { type ApiContext, keptAnswer, listAnswer, pageInTurn } from './kept-or-asked.ts'
import {
  askedBalances,
  askedVaults,
  askedWhitelists,
  filterForService,
  filterNamesIn,
  pageRange,
} from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export function answerVaults(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedVaults(call.query)
  const isPlain = asksOnlyFor(call.query, ['vault_id', 'vault_type', 'asset_id', 'network_id'])
  return listAnswer(context, call, {
    list: 'vaults',
    async fromStore(kept, signal) {
      const priced = isByValue(call.query) ? await pricedToday(context, call) : null
      const page = await pageInTurn(context, call, signal, () =>
        kept.rows.vaultPage(asked, priced ? everything : range, { signal }),
      )
      const vaults = page.records.map(recordsKept.vaults)
      const records = priced
        ? inOrderOfValue(vaults, call.query, priced).slice(range.offset, range.offset + range.limit)
        : vaults
      return pageOfHolders(kept, 'vaults', range, records, page.total)
    },
    fromService: isPlain
      ? partOf(readAllVaults(oneType(call.query)), range, (vault) => isAskedVault(call.query, vault))
      : null,
    rowOf: listedRecord,
  })
}

/** The path has the type; without one, `all`. Throws BAL-02. */
export function answerBalances(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const list = balanceTypeIn(call.value)
  const range = pageRange(call.query)
  const asked = askedBalances(call.query, list)
  const isPlain = asksOnlyFor(call.query, ['asset_id', 'network_id'])
  return listAnswer(context, call, {
    list,
    async fromStore(kept, signal) {
      const page = await pageInTurn(context, call, signal, () =>
        kept.rows.balancePage(asked, range, { signal }),
      )
      return pageOfHolders(kept, list, range, page.records.map(recordsKept.balances), page.total)
    },
    fromService: isPlain
      ? partOf(readAllBalances(list), range, (holding) => isAskedHolding(call.query, holding))
      : null,
    rowOf: listedRecord,
  })
}

export function answerWhitelists(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const asked = askedWhitelists(call.query)
  const filter = filterForService(call.query, ['whitelist_type', 'asset_id', 'network_id'])
  return listAnswer(context, call, {
    list: 'whitelists',
    async fromStore(kept, signal) {
      const page = await pageInTurn(context, call, signal, () =>
        kept.rows.whitelistPage(asked, range, { signal }),
      )
      return pageOfHolders(kept, 'whitelists', range, page.records.map(recordsKept.whitelists), page.total)
    },
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

/** There are a few thousand at most. */
const everything = { limit: 100_000, offset: 0 } as const

/** Of a path. Throws BAL-02. */
export function balanceTypeIn(value: string): BalanceType {
  if (value === '') return 'all'
  const type = vaultTypes.find((each) => each === value)
  if (type === undefined) throw new Refusal('BAL-02')
  return type
}

/** Services turn no pages of these lists, and need not filter them. */
function* partOf<R>(
  reading: ServiceRead<AllRows<R>>,
  range: PageRange,
  isAsked: (record: R) => boolean,
): ServiceRead<Page<R>> {
  const all = yield* reading
  return pageOfAll(all, all.records.filter(isAsked), range)
}

function asksOnlyFor(query: ReadQuery, names: readonly string[]): boolean {
  return filterNamesIn(query).every((name) => names.includes(name))
}

/** The only filter of vaults that the specification shows. */
function oneType(query: ReadQuery): { readonly vault_type?: string } {
  const [vault_type, ...others] = valuesIn(query, 'vault_type') ?? []
  return vault_type === undefined || others.length > 0 ? {} : { vault_type }
}

function isAskedVault(query: ReadQuery, { vault_id, vault_type, assets }: Vault): boolean {
  const isOfHolding = ['asset_id', 'network_id'].some((name) => query.filter.has(name))
  return (
    isAskedValue(query, 'vault_id', vault_id) &&
    isAskedValue(query, 'vault_type', vault_type) &&
    (!isOfHolding || assets.some((holding) => isAskedHolding(query, holding)))
  )
}

function isAskedHolding(query: ReadQuery, { asset_id, network_id }: Holding): boolean {
  return isAskedValue(query, 'asset_id', asset_id) && isAskedValue(query, 'network_id', network_id)
}

/** As the store compares. */
function isAskedValue(query: ReadQuery, name: string, value: string | null): boolean {
  return valuesIn(query, name)?.some((asked) => asked === value) ?? true
}

function pageOfHolders(
  kept: KeptRecords,
  list: StoredList,
  { limit, offset }: PageRange,
  records: readonly (Vault | Holding | Whitelist)[],
  total: number,
): ApiAnswer {
  const page = { total, undecided: 0, has_next: offset + limit < total }
  return keptAnswer(kept, list, records.map(listedRecord), page)
}
