import { expect, it } from 'vitest'
import { cases } from '../../testing/cases.ts'
import {
  asSpecified,
  datesOf,
  type Ledger,
  type LedgerEntry,
  newestFirst,
  onlyDays,
  onlyInstants,
  today,
} from '../testing/ledger.ts'
import { dayOf, dayStart, dayText } from './day.ts'

it('never gives a wrong day, whatever the ledger, its order, its pages, and what changes meanwhile', {
  timeout: 120_000,
}, async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const statuses = ['pending', 'completed', 'failed']
  let dated = 0
  let asked = 0
  for (let run = 0; run < cases(10_000); run++) {
    const count = 1 + random(25)
    const spread = [1, 5, 60, 1_000][random(4)] ?? 1
    const times = [0, 1, 43_200_000, 86_399_998, 86_399_999]
    const make = (index: number): LedgerEntry => ({
      id: `t${index}`,
      at: dayStart(today - random(spread), 'utc') + (times[random(8)] ?? random(86_400_000)),
      status: statuses[random(3)] ?? '',
    })
    const ledger: Ledger = { entries: Array.from({ length: count }, (_, index) => make(index)) }
    const orders = [
      newestFirst,
      (entries: LedgerEntry[]) => newestFirst(entries).reverse(),
      (entries: LedgerEntry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)),
      (entries: LedgerEntry[]) => [...entries].sort(() => random(2) - 0.5),
    ]
    ledger.order = orders[random(4)] ?? newestFirst
    ledger.ends = [asSpecified, asSpecified, onlyDays, onlyInstants][random(4)] ?? asSpecified
    ledger.cap = [1_000, 1_000, 10, 3][random(4)] ?? 1_000
    ledger.ignoresId = random(6) === 0
    let next = count
    ledger.meanwhile = () => {
      if (random(10) === 0) ledger.entries.push(make(next++))
      const changing = ledger.entries[random(ledger.entries.length * 3)]
      if (changing) changing.status = statuses[random(3)] ?? ''
    }
    const status = random(2) === 0 ? { status: statuses[random(3)] ?? '' } : {}
    const filter = { ...status, ...(random(5) === 0 && { end_date: dayText(today - random(spread)) }) }
    const service = datesOf(ledger)
    const rows = service.list(filter)
    if (rows === null) continue
    const from = random(rows.length)
    const page = rows.slice(from, from + 1 + random(8)).map(({ id }) => id)
    await service.find(filter, page)
    for (const { id, at } of ledger.entries) {
      const found = service.dates.dayOf(id)
      if (typeof found === 'number' && found !== dayOf(at, 'utc'))
        expect.fail(`run ${run}: ${id} is of ${dayText(dayOf(at, 'utc'))}, and was given ${dayText(found)}`)
    }
    asked += page.length
    dated += page.filter((id) => typeof service.dates.dayOf(id) === 'number').length
  }
  // Small answers, ids that are ignored, and a first day with nothing before it leave some without a date; what is given is right.
  expect(dated / asked).toBeGreaterThan(0.87)
})
