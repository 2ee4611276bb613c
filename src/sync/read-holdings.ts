import { ApiError } from '../contract/api-error.ts'
import type { ListedRecords, ReferenceListName } from '../contract/console-api.ts'
import { readDecimal } from '../contract/decimal.ts'
import type { WholeListName } from '../contract/list-names.ts'
import type { Holding, Vault } from '../contract/normal-records.ts'
import type { WholeList } from './service/cross-check.ts'
import { endWithDoubts, type ListReadResult, readListRecords } from './service/read-list.ts'
import { failsAlone, failureName } from './service/retry-policy.ts'
import { orFailure, type ServiceRead, sideBySide } from './service/service-read.ts'
import { wholeBalances, wholeVaults } from './service/whole-lists.ts'

/** A list that this key may not read, that the service does not have, or whose form is not known. It is not an empty one. */
export interface RefusedList {
  /** The code of the answer, or what it was instead. */
  readonly refused: string
}

export type ListAnswer<R> = ListReadResult<R> | RefusedList

type HoldingsList = Exclude<WholeListName, ReferenceListName>

export type HoldingsRead = { readonly [Name in HoldingsList]: ListAnswer<ListedRecords[Name]> }

/** `before`: what came of the same lists before. */
export function* readAllHoldings(
  before?: Readonly<Record<HoldingsList, object | null>>,
): ServiceRead<HoldingsRead> {
  const [all, cold, warm, vaults] = yield* sideBySide([
    readShortList(wholeBalances('all'), before?.balances),
    readShortList(wholeBalances('cold'), before?.['balances-cold']),
    readShortList(wholeBalances('warm'), before?.['balances-warm']),
    readShortList(wholeVaults(), before?.vaults),
  ])
  return withoutFalseNone({ vaults, balances: all, 'balances-cold': cold, 'balances-warm': warm })
}

/** An empty list is not all where another list of the same reading holds something of it. */
function withoutFalseNone({ vaults, balances: all, ...ofType }: HoldingsRead): HoldingsRead {
  const { 'balances-cold': cold, 'balances-warm': warm } = ofType
  const held = (type: string | null) =>
    listedRecords(vaults).some(
      (vault) => (type ?? vault.vault_type) === vault.vault_type && holdsAny(vault.assets),
    )
  const [isCold, isWarm] = [holdsAny(listedRecords(cold)), holdsAny(listedRecords(warm))]
  return {
    vaults: doubtedIf(isCold || isWarm || holdsAny(listedRecords(all)), vaults, 'vaults'),
    balances: doubtedIf(isCold || isWarm || held(null), all, 'balances'),
    'balances-cold': doubtedIf(held('cold'), cold, 'cold balances'),
    'balances-warm': doubtedIf(held('warm'), warm, 'warm balances'),
  }
}

function holdsAny(holdings: readonly Holding[]): boolean {
  return holdings.some(({ balances }) =>
    Object.values(balances).some((text) => (readDecimal(text)?.digits ?? 0n) !== 0n),
  )
}

function doubtedIf<R>(isHeld: boolean, read: ListAnswer<R>, name: string): ListAnswer<R> {
  if (!isHeld || 'refused' in read || read.records.length > 0) return read
  const doubt = `The service lists no ${name}, and holds something by its other lists.`
  return { ...endWithDoubts(read, [doubt]), records: [] }
}

/** `isOneAnswerEnough` as of `ListRead`. What was refused before is not waited for. */
export function* readShortList<R>(
  list: WholeList<R>,
  before: object | null = null,
  isOneAnswerEnough = true,
): ServiceRead<ListAnswer<R>> {
  const wasRefused = before !== null && 'refused' in before
  const read = yield* orFailure(readListRecords(list, { isOneAnswerEnough }), (failure, isLast) =>
    failsAlone(failure, isLast || wasRefused),
  )
  return read instanceof ApiError ? { refused: failureName(read.failure) } : read
}

function listedRecords<R>(read: ListAnswer<R>): readonly R[] {
  return 'refused' in read ? [] : read.records
}

/** Ignores when they were read, and fields outside the specification. */
export function areSameVaults(one: readonly Vault[], other: readonly Vault[]): boolean {
  return contentOf(one) === contentOf(other)
}

function contentOf(vaults: readonly Vault[]): string {
  return JSON.stringify(vaults, (name, value: unknown) =>
    name === 'received' || name === 'text' || name === 'others' ? undefined : value,
  )
}
