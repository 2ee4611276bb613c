/** Vaults and balances, whole: of them no pages are shown, and no filter but a type (specification, "Open points"). */

import { ApiError } from '../../contract/api-error.ts'
import { countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type Holding, holderOf, type Vault } from '../../contract/normal-records.ts'
import { wholeList } from '../../contract/request-path.ts'
import { listBalances, listVaults, mostRowsKept, type Records } from './endpoints.ts'
import { type AllRows, isCutLength, isSameRow, notShown, type PageRange, type ReadList } from './paging.ts'
import { learnProfile, nullIfRefused, orFailure, type ServiceRead, serviceProfile } from './service-read.ts'

export interface UnpagedRows<R> extends AllRows<R> {
  readonly pages: number
}

/** `vault_type` is the only filter that the specification shows. `isPatient` as of `readUnpaged`. */
export function readAllVaults(
  { vault_type }: Filter<'vaults'>,
  isPatient = false,
): ServiceRead<UnpagedRows<Vault>> {
  const filter = vault_type === undefined ? {} : { vault_type }
  return readUnpaged('vaults', (page) => listVaults({ ...filter, ...page }), vaultIdentity, isPatient)
}

export function readAllBalances(type: string, isPatient = false): ServiceRead<UnpagedRows<Holding>> {
  return readUnpaged('balances', (page) => listBalances(type, page), holdingIdentity, isPatient)
}

export function vaultIdentity({ vault_id }: Vault): string | null {
  return vault_id
}

/** Readers see it where a service lists a holding twice. */
export function holdingIdentity(held: Holding): string | null {
  const { asset_id, network_id } = held
  if (asset_id === null && network_id === null) return null
  const holder = holderOf(held)
  const inHolder = holder === null ? '' : ` in ${holder}`
  return `${JSON.stringify(asset_id)} on ${JSON.stringify(network_id)}${inHolder}`
}

type ReadUnpaged<R> = (page: Partial<PageRange>) => ServiceRead<Records<R>>

/**
 * Asks for the next page only if the service may have cut the answer, or the gateway cannot take all of it. A service that refuses or
 * ignores that has no pages. After other failures nothing is known of more rows; a patient caller waits out temporary ones.
 */
function* readUnpaged<R>(
  name: 'vaults' | 'balances',
  list: ReadUnpaged<R>,
  identity: (row: R) => string | null,
  isPatient: boolean,
): ServiceRead<UnpagedRows<R>> {
  const first = yield* readFirst(name, list)
  if (first.excess) throw first.excess
  const { turns } = yield* serviceProfile()
  const { length } = first.records
  const isLast = (rows: number) => !isCutLength(rows)
  const isEnd = isLast(length) || turns[name] === false
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

function* readFirst<R>(name: 'vaults' | 'balances', list: ReadUnpaged<R>): ServiceRead<Records<R>> {
  if ((yield* serviceProfile()).turns[name] === true) return yield* list(wholeList)
  const whole = yield* orFailure(list({}), ({ failure }) => failure.code === 'GTW-03')
  if (!(whole instanceof ApiError)) return whole
  const page = yield* nullIfRefused(list(wholeList))
  if (page === null) throw whole
  yield* learnProfile({ turns: { [name]: true } })
  return page
}

/** Neither what only the reader can mend, nor what a patient caller waits out. */
function isLasting({ remedy, failure: { kind } }: ApiError, isPatient: boolean): boolean {
  if (remedy === 'sign-in' || remedy === 'begin-again') return false
  return !isPatient || !(remedy === 'wait' || kind === 'unreachable' || kind === 'timeout')
}

/** The rows of `pages` answers. `obstacle`: the page that did not join, or the accepted failure, so that there may be more. */
interface FurtherRows<R> {
  readonly all: AllRows<R>
  readonly pages: number
  readonly obstacle: Records<R> | ApiError | null
}

/** Reads on from the first rows, in pages that each begin with the last row of the one before, until one has no other row, or `isLast` by its length. */
function* readFurther<R>(
  first: Records<R>,
  list: ReadList<R>,
  identity: (row: R) => string | null,
  {
    isEnd,
    isLast,
    accepts,
  }: {
    readonly isEnd: boolean
    isLast(rows: number): boolean
    accepts(failure: ApiError): boolean
  },
): ServiceRead<FurtherRows<R>> {
  let { records, excess } = first
  let isWhole = isEnd
  let obstacle: FurtherRows<R>['obstacle'] = null
  let pages = 1
  while (!isWhole && obstacle === null) {
    if (excess) throw excess
    const next = yield* orFailure(list(pageAfter(records)), accepts)
    const more = next instanceof ApiError ? null : rowsAfter(records, next.records, identity)
    if (next instanceof ApiError || more === null) obstacle = next
    else {
      excess = next.excess
      records = [...records, ...more]
      pages += 1
      isWhole = more.length === 0 || isLast(next.records.length)
    }
  }
  return { all: { ...first, records, isWhole }, pages, obstacle }
}

/** Overlaps by a row, except a list of one row: its next request would be its first again. */
function pageAfter({ length }: readonly unknown[]): PageRange {
  if (length > mostRowsKept)
    throw notShown(`The list goes on beyond ${countText(mostRowsKept)} rows, so it cannot be shown whole.`)
  return { ...wholeList, offset: length - overlapOf(length) }
}

function overlapOf(length: number): number {
  return length > 1 ? 1 : 0
}

function rowsAfter<R>(
  rows: readonly R[],
  page: readonly R[],
  identity: (row: R) => string | null,
): readonly R[] | null {
  const [joint] = page
  const end = rows.at(-1)
  const overlap = overlapOf(rows.length)
  if (overlap > 0 && (!joint || !end || identity(joint) !== identity(end))) return null
  return page.slice(overlap)
}
