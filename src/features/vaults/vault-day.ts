/** What a vault held at the end of a day: the closing figures of its statement of that day. */

import type { Books } from '../../books/books.ts'
import { dayNumber } from '../../contract/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { DatesOff } from '../../sync/service/service-profile.ts'
import { dayStatement } from '../../url/statements.ts'
import type { ViewControl } from '../../work/views.ts'
import { linesOf, scopeOf, statementEdges } from '../statements/holding-lines.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'vault-day': typeof vaultDay
  }
}

export interface DayHolding {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly network_name: string | null
  /** Exact. Null where today's balance is not known. */
  readonly amount: string | null
  /** Why it is not proved: sentences. */
  readonly unproved: readonly string[]
}

export interface VaultDayFigures {
  readonly holdings: readonly DayHolding[]
  /** Why the service gives no dates. */
  readonly off: DatesOff | null
  readonly isAhead: boolean
  /** When balances were read, if the day is not over. ISO 8601 UTC. */
  readonly openUntil: string | null
}

export async function vaultDay(
  undivided: Books,
  { vault, day }: { readonly vault: string; readonly day: string },
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<VaultDayFigures> {
  const query = dayStatement(vault, day)
  const none = { holdings: [], openUntil: null, isAhead: false }
  const off = undivided.transactions.days.failure
  if (off !== null) return { ...none, off }
  const { today } = scopeOf(undivided, query)
  if ((dayNumber(day) ?? 0) > today) return { ...none, off, isAhead: true }
  const scope = scopeOf(await divide(statementEdges(undivided, query, 'ends')), query)
  const holdings = linesOf(scope).flatMap(({ key, lines }) =>
    lines.map(
      ({ closing, holding, unproved }): DayHolding => ({
        ...{ asset_id: key.asset_id, network_id: key.network_id, network_name: holding.network_name },
        amount: closing && writeDecimal(closing),
        unproved,
      }),
    ),
  )
  return { holdings, off, isAhead: false, openUntil: scope.closesEarlyAt }
}
