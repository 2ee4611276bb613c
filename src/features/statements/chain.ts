/**
 * Whether a period joins on to those beside it. Balances are rolled back from today; here all is added up the other way, from nothing before
 * the first transaction to the opening, on to the closing, and on to today. Computed for each line, since a mistake could only show there.
 */
import type { DayNumber } from '../../api/dates/day.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import { netOf } from './book.ts'
import { movementKinds } from './effects.ts'
import type { SettledHolding } from './settle.ts'
import type { AssetLines, Line, StatementScope } from './statement.ts'

/** How many lines of vaults were checked, and on which sides they do not join on. */
export interface Chain {
  readonly lines: number
  /** The opening is not what all earlier movements come to, which is the closing of the period before. */
  readonly brokenBefore: number
  /** The movements do not lead from the opening to the closing, in the line or in the total. */
  readonly brokenWithin: number
  /** The closing and all later movements do not come to today's balance. */
  readonly brokenAfter: number
  /** Whether the period has days to come, so that its closing is today's balance. */
  readonly endsToday: boolean
}

/** Checks the lines of a statement of these holdings. */
export function chainOf(
  statement: readonly AssetLines[],
  holdings: readonly SettledHolding[],
  { period }: Pick<StatementScope, 'period'>,
  today: DayNumber,
): Chain {
  const daysOf = new Map(holdings.map(({ key, days }) => [JSON.stringify(key), days]))
  const lines = statement.flatMap((asset) => asset.lines)
  const movedWhile = (line: (typeof lines)[number], isMeant: (day: DayNumber) => boolean) =>
    netOf(
      (daysOf.get(JSON.stringify(line.key)) ?? [])
        .filter(({ day }) => day !== null && isMeant(day))
        .flatMap(({ entries }) => entries),
    )
  const broken = <L>(all: readonly L[], holds: (one: L) => boolean) => all.filter((one) => !holds(one)).length
  return {
    lines: lines.length,
    brokenBefore: broken(lines, (line) =>
      isSame(
        line.opening,
        movedWhile(line, (day) => day < period.first),
      ),
    ),
    brokenWithin: broken([...statement.map(({ total }) => total), ...lines], (line) =>
      isSame(line.closing, line.opening && add(line.opening, movedIn(line))),
    ),
    brokenAfter: broken(lines, (line) =>
      isSame(
        line.today,
        line.closing &&
          add(
            line.closing,
            movedWhile(line, (day) => day > period.last),
          ),
      ),
    ),
    endsToday: period.last >= today,
  }
}

/** What a line's own figures come to. */
function movedIn({ movements }: Line): Decimal {
  return movementKinds.reduce((sum, kind) => add(sum, movements[kind]), zero)
}

function isSame(one: Decimal | null, other: Decimal | null): boolean {
  return one !== null && other !== null && subtract(one, other).digits === 0n
}
