/** The list of a filter, read alone: no transaction is given another day than its own. */
import { describe, expect, it } from 'vitest'
import { dayOf, dayStart, dayText } from '../../contract/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { randomFrom } from '../../server/demonstration/prng.ts'
import { listedIds, testDateFilter } from '../../sync/service/date-filter.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import type { PageRange } from '../../sync/service/paging.ts'
import type { Reading } from '../../sync/service/reading.ts'
import {
  type Ends,
  honest,
  type Ledger,
  type LedgerEntry,
  odd,
  serve,
  today,
} from '../../sync/service/testing/dated-ledger.ts'
import { walkList } from '../../sync/service/walk.ts'
import { cases } from '../../testing/cases.ts'
import { anyTime, createTransactionTable, dayWithin, eachRow } from '../transaction-table.ts'
import { readDays } from './read-edges.ts'

type Random = ReturnType<typeof randomFrom>

const day = 86_400_000
/** Late enough that yesterday is over in every time zone. */
const now = dayStart(today, 'utc') + 15 * 3_600_000

interface Unrest {
  /** Chances between two requests that a record leaves, that one comes, and that one goes to the head of the list. */
  readonly deletion: number
  readonly arrival: number
  readonly move: number
}

/** A list of a service in any order, with any filter by dates. What no list by date has, it lists all the same. */
function anyList(
  random: Random,
  ends: Ends,
  unrest: Unrest = { deletion: 0, arrival: 0, move: 0 },
  undated = 0,
) {
  const depth = random.pick([1, 3, 40, 900])
  const days = new Map<string, string | null>()
  const make = (): LedgerEntry => {
    const start = dayStart(today - random.below(depth), 'utc')
    const edge = random.chance(0.5) ? start : start + day - 1
    const recorded = Math.min(now, random.chance(0.2) ? edge : start + random.below(day))
    const at = random.chance(undated) ? Number.NaN : recorded
    const id = `${days.size}`
    days.set(id, Number.isNaN(at) ? null : dayText(dayOf(at, 'utc')))
    return { id, at, status: '' }
  }
  const from = today - random.below(60)
  const filter: Filter<'transactions'> = random.pick([
    {},
    {},
    { end_date: new Date(now).toISOString() },
    { start_date: dayText(from) },
    { start_date: dayText(from), end_date: dayText(from + random.below(3)) },
    { start_date: dayText(from), end_date: dayText(from) },
    { start_date: new Date(dayStart(from, 'utc') + random.below(day)).toISOString() },
  ])
  const entries = Array.from({ length: random.below(random.pick([3, 40, 120])) }, make)
  let throughout: ReadonlySet<string> | undefined
  const meanwhile = () => {
    const at = random.below(entries.length)
    // The first request finds the list as it was made.
    if (throughout && random.chance(unrest.deletion)) entries.splice(at, 1)
    else if (throughout && random.chance(unrest.move)) entries.unshift(...entries.splice(at, 1))
    if (throughout && random.chance(unrest.arrival)) entries.splice(at, 0, make())
    const ids = new Set((service.list(filter) ?? []).map(({ id }) => id))
    throughout = throughout ? new Set([...throughout].filter((id) => ids.has(id))) : ids
  }
  const ledger: Ledger = { entries, ends, meanwhile, order: (all) => all, cap: random.pick([1e9, 1e9, 5, 9]) }
  const service = serve(ledger)
  const whole = {
    *read(page: PageRange) {
      const ids = (yield* listedIds(filter, page)) ?? []
      return { records: ids }
    },
    identity: (id: string | null) => id,
    crossFilters: [],
  }
  return {
    filter,
    whole,
    read: <Value>(reading: Reading<Value>) => service.read(reading, () => now),
    listed: service.list(filter)?.map(({ id }) => id),
    areOfToday: () => [...days.values()].every((each) => each === dayText(today)),
    ownDays: days,
  }
}

/** Reads the list, and then its days. Null where the service has none of it, or where dates are off. */
function daysIn({ filter, whole, read }: ReturnType<typeof anyList>) {
  const { records, ...end } = read(walkList(whole))
  const dates = read(testDateFilter())
  const table = createTransactionTable(4)
  for (const transaction_id of records) table.add(normaliseTransaction({ transaction_id }), anyTime)
  const { off = null, form = 'day', days = 'service' } = dates ?? {}
  const forms = { failure: off, form, formOfLinks: form, whose: days }
  const dated = read(readDays({ ...end, table: table.table(), days: forms }, filter))
  const found = new Map<string, string | null>()
  eachRow(dated.table, ({ transaction_id }, _, span) => {
    const number = dated.days.failure === null ? dayWithin(span) : null
    found.set(transaction_id ?? '', number === null ? null : dayText(number))
  })
  return { failure: dated.days.failure, found }
}

function wrongDays({ ownDays }: ReturnType<typeof anyList>, found: ReadonlyMap<string, string | null>) {
  return [...found].filter(([id, own]) => own !== null && own !== ownDays.get(id))
}

describe.each(Object.entries({ ...honest, ...odd }))('a service that takes %s', (name, ends) => {
  it('never makes a day wrong, and tells that of every row in lists that stay where dates are true', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(200); seed += 1) {
      const random = randomFrom(seed, `days ${name}`)
      const unrest = {
        deletion: random.below(3) / 30,
        // What comes later for a day that was read already cannot be found on two.
        arrival: name in honest ? random.below(3) / 30 : 0,
        move: random.below(6) / 10,
      }
      const isMoving = random.chance(0.5)
      const undated = random.pick([0, 0, 0, 0.02])
      const list = anyList(random, ends, isMoving ? unrest : undefined, undated)
      // This service refuses such a filter, of which nothing is listed.
      if (list.listed === undefined) continue
      const { failure, found } = daysIn(list)
      const [example] = wrongDays(list, found)
      if (example) wrong.push(`seed ${seed}: ${JSON.stringify(example)}`)
      // Days alone, all of them today's, are those of the request for all that anybody can tell.
      const isOfRequest = failure === 'request' && list.areOfToday()
      if (!(name in honest) || isMoving || undated > 0 || isOfRequest) continue
      if (failure !== null) wrong.push(`seed ${seed}: ${failure}`)
      else if (list.listed.some((id) => (found.get(id) ?? null) === null))
        wrong.push(`seed ${seed}: a row without a day`)
    }
    expect(wrong).toEqual([])
  })
})
