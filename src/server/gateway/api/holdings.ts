/** The lists beside the transactions: of thousands of records at most. */
import type { ListedRecords, ReferenceListName } from '../../../contract/console-api.ts'
import { type BalanceType, vaultTypes } from '../../../contract/enumerations.ts'
import { balanceLists, type WholeListName } from '../../../contract/list-names.ts'
import type { Holding, Vault } from '../../../contract/normal-records.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import { listReference } from '../../../sync/service/endpoints.ts'
import {
  type AllRows,
  type Page,
  type PageRange,
  pageOfAll,
  readFullPage,
} from '../../../sync/service/paging.ts'
import type { ServiceRead } from '../../../sync/service/service-read.ts'
import { readAllBalances, readAllVaults } from '../../../sync/service/unpaged-lists.ts'
import { referenceLists } from '../../../sync/service/whole-lists.ts'
import { Refusal } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { inOrderOfValue, isByValue, pricedToday } from './by-value.ts'
import { listedRecord, recordIn } from './console-records.ts'
import { type ApiContext, keptAnswer, listAnswer, pageInTurn } from './kept-or-asked.ts'
import { askedList, filterForService, filterNamesIn, pageRange } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export function answerVaults(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const isPlain = asksOnlyFor(call.query, ['vault_id', 'vault_type', 'asset_id', 'network_id'])
  return listAnswer(context, call, {
    list: 'vaults',
    fromStore: storedPage(context, call, 'vaults', async () => {
      if (!isByValue(call.query)) return null
      const priced = await pricedToday(context, call)
      return (vaults) => inOrderOfValue(vaults, call.query, priced)
    }),
    fromService: isPlain
      ? partOf(readAllVaults(oneType(call.query)), range, (vault) => isAskedVault(call.query, vault))
      : null,
    rowOf: listedRecord,
  })
}

/** The path has the type; without one, `all`. Throws BAL-02. */
export function answerBalances(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const type = balanceTypeIn(call.value)
  const range = pageRange(call.query)
  const isPlain = asksOnlyFor(call.query, ['asset_id', 'network_id'])
  return listAnswer(context, call, {
    list: balanceLists[type],
    fromStore: storedPage(context, call, balanceLists[type]),
    fromService: isPlain
      ? partOf(readAllBalances(type), range, (holding) => isAskedHolding(call.query, holding))
      : null,
    rowOf: listedRecord,
  })
}

export function answerReference<Name extends ReferenceListName>(
  context: ApiContext,
  call: ApiCall,
  name: Name,
): Promise<ApiAnswer> {
  const range = pageRange(call.query)
  const filter = filterForService(call.query, name)
  const { identity } = referenceLists[name]
  return listAnswer(context, call, {
    list: name,
    fromStore: storedPage(context, call, name),
    fromService:
      filter && readFullPage(name, (page) => listReference(name, { ...filter, ...page }), identity, range),
    rowOf: listedRecord<ListedRecords[Name]>,
  })
}

/** Throws ERR-00. `order`: of all its records, where the store cannot have them in order. */
function storedPage<Name extends WholeListName>(
  context: ApiContext,
  call: ApiCall,
  name: Name,
  order: () => Promise<RankRecords<ListedRecords[Name]> | null> = async () => null,
) {
  const { limit, offset } = pageRange(call.query)
  const asked = askedList(call.query, name)
  return async (kept: KeptRecords, signal: AbortSignal): Promise<ApiAnswer> => {
    const rank = await order()
    const range = rank ? everything : { limit, offset }
    const { records: texts, total } = await pageInTurn(context, call, signal, () =>
      kept.rows.listPage(name, asked, range, { signal }),
    )
    const records = texts.map((text) => recordIn(name, text))
    const page = rank ? rank(records).slice(offset, offset + limit) : records
    const beside = { total, undecided: 0, has_next: offset + limit < total }
    return keptAnswer(kept, name, page.map(listedRecord), beside)
  }
}

type RankRecords<R> = (records: readonly R[]) => readonly R[]

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
