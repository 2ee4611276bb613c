/** Vaults and balances, whole. The specification shows no pages of them, so they are filtered, sorted and paged in the console. */

import { ApiError } from '../../contract/api-error.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Holding, Vault } from '../../contract/normal-records.ts'
import { wholeList } from '../../contract/request-path.ts'
import { listBalances, listVaults, type Records } from './endpoints.ts'
import { type AllRows, isCutLength, isSameRow, type PageRange, readFurther } from './paging.ts'
import { learnProfile, orFailure, type Reading, serviceProfile, unlessRefused } from './reading.ts'

export interface UnpagedRows<R> extends AllRows<R> {
  readonly pages: number
}

/** `vault_type` is the only filter that the specification shows. `isPatient` as of `readUnpaged`. */
export function readAllVaults(
  { vault_type }: Filter<'vaults'>,
  isPatient = false,
): Reading<UnpagedRows<Vault>> {
  const filter = vault_type === undefined ? {} : { vault_type }
  return readUnpaged('vaults', (page) => listVaults({ ...filter, ...page }), vaultIdentity, isPatient)
}

export function readAllBalances(type: string, isPatient = false): Reading<UnpagedRows<Holding>> {
  return readUnpaged('balances', (page) => listBalances(type, page), holdingIdentity, isPatient)
}

export function vaultIdentity({ vault_id }: Vault): string | null {
  return vault_id
}

/** Readers see it where a service lists a holding twice. */
export function holdingIdentity({ asset_id, network_id }: Holding): string | null {
  if (asset_id === null && network_id === null) return null
  return `${JSON.stringify(asset_id)} on ${JSON.stringify(network_id)}`
}

type AssetFilter = Pick<Filter<'balances'>, 'asset_id' | 'network_id'>

/** In any case, as people type it. */
export function isOfAsset(
  { asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>,
  filter: AssetFilter,
): boolean {
  const isSame = (id: string | null, asked: string | undefined) =>
    asked === undefined || id?.toLowerCase() === asked.toLowerCase()
  return isSame(asset_id, filter.asset_id) && isSame(network_id, filter.network_id)
}

/** Without a filter, also a vault that holds nothing. */
export function holdsAsset({ assets }: Vault, filter: AssetFilter): boolean {
  const isAny = filter.asset_id === undefined && filter.network_id === undefined
  return isAny || assets.some((held) => isOfAsset(held, filter))
}

type ReadUnpaged<R> = (page: Partial<PageRange>) => Reading<Records<R>>

/**
 * Asks for the next page only where the service may have cut the answer, or where the gateway cannot take all of it. A service that refuses
 * or ignores that has no pages. After any other failure, nothing is known of more rows; but whoever is patient waits out what passes.
 */
function* readUnpaged<R>(
  name: 'vaults' | 'balances',
  list: ReadUnpaged<R>,
  identity: (row: R) => string | null,
  isPatient: boolean,
): Reading<UnpagedRows<R>> {
  const first = yield* readFirst(name, list)
  if (first.excess) throw first.excess
  const { turns } = yield* serviceProfile()
  const { length } = first.records
  const isLast = (rows: number) => !isCutLength(rows)
  const isEnd = first.total === undefined ? isLast(length) || turns[name] === false : length >= first.total
  const accepts = (failure: ApiError) => isLasting(failure, isPatient)
  const { all, pages, obstacle } = yield* readFurther(first, list, identity, { isEnd, isLast, accepts })
  const hasNoPages =
    obstacle instanceof ApiError
      ? obstacle.failure.code === 'ERR-00'
      : obstacle !== null && isSameRow(obstacle.records[0], first.records[0])
  if (!hasNoPages || pages > 1 || turns[name] === true) return { ...all, pages }
  yield* learnProfile({ turns: { [name]: false } })
  return { ...all, pages, isWhole: true }
}

function* readFirst<R>(name: 'vaults' | 'balances', list: ReadUnpaged<R>): Reading<Records<R>> {
  if ((yield* serviceProfile()).turns[name] === true) return yield* list(wholeList)
  const whole = yield* orFailure(list({}), ({ failure }) => failure.code === 'GTW-03')
  if (!(whole instanceof ApiError)) return whole
  const page = yield* unlessRefused(list(wholeList))
  if (page === null) throw whole
  yield* learnProfile({ turns: { [name]: true } })
  return page
}

/** Neither what only the reader can mend, nor what a patient caller waits out. */
function isLasting({ remedy, failure: { kind } }: ApiError, isPatient: boolean): boolean {
  if (remedy === 'sign-in' || remedy === 'begin-again') return false
  return !isPatient || !(remedy === 'wait' || kind === 'unreachable' || kind === 'timeout')
}
