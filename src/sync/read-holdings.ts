import { ApiError } from '../contract/api-error.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import type { Holding, Vault } from '../contract/normal-records.ts'
import type { WholeList } from './service/cross-check.ts'
import { orFailure, type Reading, sideBySide } from './service/reading.ts'
import { type Walked, walkList } from './service/walk.ts'
import { wholeBalances, wholeVaults } from './service/whole-lists.ts'

/** A list that this key may not read. It is not an empty one. */
export interface RefusedList {
  readonly refused: string
}

export type ListAnswer<R> = Walked<R> | RefusedList

export interface HoldingsRead {
  readonly vaults: ListAnswer<Vault>
  readonly balances: Readonly<Record<BalanceType, ListAnswer<Holding>>>
}

export function* readAllHoldings(): Reading<HoldingsRead> {
  const [all, cold, warm, vaults] = yield* sideBySide([
    readShortList(wholeBalances('all', {})),
    readShortList(wholeBalances('cold', {})),
    readShortList(wholeBalances('warm', {})),
    readShortList(wholeVaults({})),
  ])
  return { balances: { all, cold, warm }, vaults }
}

/** `isOneAnswerEnough` as of `Walk`. */
export function* readShortList<R>(list: WholeList<R>, isOneAnswerEnough = true): Reading<ListAnswer<R>> {
  const read = yield* orFailure(walkList(list, { isOneAnswerEnough }), isForbidden)
  return read instanceof ApiError ? { refused: read.failure.code } : read
}

function isForbidden({ failure }: ApiError): boolean {
  return failure.code === 'ERR-02'
}

export function listedRecords<R>(read: ListAnswer<R>): readonly R[] {
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
