/** Which records a pack has: those of a period and of some vaults. */

import type { Books } from '../../books/books.ts'
import { filterEdges } from '../../books/edges.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { type DayNumber, dayNumber } from '../../contract/day.ts'
import { nameOrId } from '../../records/labels.ts'
import type { DatesOff } from '../../sync/service/service-profile.ts'
import type { VaultChoice } from '../../url/holdings.ts'
import type { ViewControl } from '../../work/views.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'pack-contents': typeof packContents
  }
}

/** UTC days, both included, as `YYYY-MM-DD`; the name is "October 2026". */
export interface PackPeriod {
  readonly first: string
  readonly last: string
  readonly name: string
}

export interface PackScope {
  /** "All vaults and assets", or the names of the vaults that were chosen. */
  readonly text: string
  /** Whether any of these sources and destinations is in it. */
  includes(...ids: readonly (string | null)[]): boolean
}

/** A null choice is all vaults. */
export function packScope({ holdings }: Books, choice: VaultChoice | null): PackScope {
  if (choice === null) return { text: 'All vaults and assets', includes: () => true }
  const vaults = holdings.at(-1)?.vaults.records ?? []
  const names = new Map(
    'ids' in choice
      ? choice.ids.map((id) => [id, nameOrId(vaults.find(({ vault_id }) => vault_id === id)?.vault_name, id)])
      : vaults.flatMap(({ vault_id, vault_name, vault_type }) =>
          vault_type === choice.type && vault_id !== null ? [[vault_id, nameOrId(vault_name, vault_id)]] : [],
        ),
  )
  const which = 'type' in choice ? `All ${choice.type} vaults: ` : names.size === 1 ? 'Vault ' : 'Vaults '
  return {
    text: `${which}${[...names.values()].join(', ')}`,
    includes: (...ids) => ids.some((id) => id !== null && names.has(id)),
  }
}

export function packRows({ first, last }: Pick<PackPeriod, 'first' | 'last'>, scope: PackScope) {
  const [from, to] = [dayNumber(first) ?? 0, dayNumber(last) ?? 0]
  return ({ source, destination }: BookedTransaction, day: DayNumber) =>
    day >= from && day <= to && scope.includes(source.source_id, destination.destination_id)
}

export interface PackContents {
  /** `text` of the scope. */
  readonly scope: string
  /** Null until their days are found, and where the service has none. */
  readonly transactions: number | null
  /** Transactions without a day, which may belong to the period. */
  readonly undated: number
  /** Why the pack has neither transactions nor a statement; null where it has both. */
  readonly datesOff: DatesOff | null
  /** Ids of the choice that the service lists no vault with. */
  readonly unlisted: readonly string[]
}

export async function packContents(
  books: Books,
  asked: Pick<PackPeriod, 'first' | 'last'> & {
    readonly vaults: VaultChoice | null
    readonly isDated: boolean
  },
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<PackContents> {
  const scope = packScope(books, asked.vaults)
  const datesOff = books.transactions.days.failure
  const listed = new Set(books.holdings.at(-1)?.vaults.records.map(({ vault_id }) => vault_id))
  const chosen = asked.vaults && 'ids' in asked.vaults ? asked.vaults.ids : []
  const unlisted = chosen.filter((id) => !listed.has(id))
  const contents = { scope: scope.text, transactions: null, undated: 0, datesOff, unlisted }
  if (!asked.isDated || datesOff !== null) return contents
  const dates = { start_date: asked.first, end_date: asked.last }
  const { transactions } = await divide(filterEdges(books, dates))
  const isOfPeriod = packRows(asked, scope)
  let count = 0
  let undated = 0
  eachRow(transactions.table, (row, day) => {
    if (day === null) undated += 1
    else if (isOfPeriod(row, day)) count += 1
  })
  return { ...contents, transactions: count, undated }
}
