/** Ledgers of every kind: whatever their order, their pages, their reading of dates, and what changes meanwhile, no row is given another day than its own. */
import { expect, it } from 'vitest'
import {
  asSpecified,
  type Ledger,
  type LedgerEntry,
  newestFirst,
  onlyDays,
  onlyInstants,
  today,
} from '../books/reading/testing/dated-ledger.ts'
import { dayOf, dayStart, dayText } from '../contract/day.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import { cases } from '../testing/cases.ts'
import { datesOf } from './testing/row-dates.ts'

const day = 86_400_000
const statuses = ['pending', 'completed', 'failed'] as const

it('rows on screen', { timeout: 120_000 }, async () => {
  let dated = 0
  let asked = 0
  for (let run = 0; run < cases(5_000); run++) {
    const random = randomFrom(run, 'rows')
    const spread = random.pick([1, 5, 60, 1_000])
    const make = (index: number): LedgerEntry => ({
      id: `t${index}`,
      at:
        dayStart(today - random.below(spread), 'utc') +
        random.pick([0, 1, 43_200_000, day - 2, day - 1, random.below(day)]),
      status: random.pick(statuses),
    })
    let next = random.between(1, 25)
    const ledger: Ledger = {
      entries: Array.from({ length: next }, (_, index) => make(index)),
      order: random.pick([
        newestFirst,
        (entries: LedgerEntry[]) => newestFirst(entries).reverse(),
        (entries: LedgerEntry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)),
        (entries: LedgerEntry[]) => [...entries].sort(() => random.below(2) - 0.5),
      ]),
      ends: random.pick([asSpecified, asSpecified, onlyDays, onlyInstants]),
      cap: random.pick([1_000, 1_000, 10, 3]),
      ignoresId: random.chance(1 / 6),
      meanwhile: () => {
        if (random.chance(0.1)) ledger.entries.push(make(next++))
        const changing = ledger.entries[random.below(ledger.entries.length * 3)]
        if (changing) changing.status = random.pick(statuses)
      },
    }
    const filter = {
      ...(random.chance(0.5) && { status: random.pick(statuses) }),
      ...(random.chance(0.2) && { end_date: dayText(today - random.below(spread)) }),
    }
    const service = datesOf(ledger)
    const rows = service.list(filter) ?? []
    if (rows.length === 0) continue
    const from = random.below(rows.length)
    const page = rows.slice(from, from + random.between(1, 8)).map(({ id }) => id)
    await service.find(filter, page)
    for (const { id, at } of ledger.entries) {
      const found = service.days.get(id) ?? null
      if (found !== null && found !== dayOf(at, 'utc'))
        expect.fail(`run ${run}: ${id} is of ${dayText(dayOf(at, 'utc'))}, and was given ${dayText(found)}`)
    }
    asked += page.length
    dated += page.filter((id) => service.textOf(id) !== null).length
  }
  // Small answers, ids that are ignored, and a first day with nothing before it leave some without a date; what is given is right.
  expect(dated / asked).toBeGreaterThan(0.87)
})
