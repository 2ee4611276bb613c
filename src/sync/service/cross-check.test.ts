/** A filter that lists more than was counted: what moved on or arrived is no gap, and what only a filter shows is one. */
import { expect, test } from 'vitest'
import type { CrossFilter, WholeList } from './cross-check.ts'
import type { PageRange } from './paging.ts'
import { readListRecords } from './read-list.ts'
import { createProfile } from './service-profile.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'

interface Item {
  readonly id: string
  status: string
  readonly type: string
}

interface ListService {
  readonly items: Item[]
  requests: number
  meanwhile?: (asked: number) => void
  /** What only a filter of this name shows. */
  readonly hidden?: { readonly by: string; readonly item: Item }
  readonly recordedSince?: () => readonly Item[]
}

function listOf(service: ListService): WholeList<Item> {
  const page = (rows: readonly Item[], { limit, offset }: PageRange) =>
    given(() => {
      service.requests += 1
      service.meanwhile?.(service.requests)
      return { records: rows.slice(offset, offset + limit).map((each) => ({ ...each })) }
    })
  const filter = (name: 'status' | 'type', values: readonly string[] | null): CrossFilter<Item> => ({
    name,
    values,
    valuesOf: (item) => [item[name]],
    *read(value, range) {
      yield []
      const { hidden, items } = service
      const all = hidden?.by === name ? [...items, hidden.item] : items
      return yield* page(
        all.filter((item) => item[name] === value),
        range,
      )
    },
  })
  return {
    *read(range) {
      yield []
      return yield* page(service.items, range)
    },
    identity: ({ id }) => id,
    crossFilters: [
      filter('status', ['pending', 'confirming', 'completed']),
      filter('type', ['deposit', 'stake']),
    ],
    ...(service.recordedSince && {
      *recordedSince() {
        yield []
        return (range: PageRange) => page(service.recordedSince?.() ?? [], range)
      },
    }),
  }
}

const newItem = (id: string): Item => ({ id, status: 'pending', type: 'deposit' })
const statuses = ['pending', 'confirming', 'completed']

function items(count: number): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    status: statuses[index % 3] ?? '',
    type: index % 2 === 0 ? 'deposit' : 'stake',
  }))
}

const read = (service: ListService, mostRows = 100) =>
  replayed(readListRecords(listOf(service)), nothingAsked, () => 0, createProfile({ mostRows, turns: {} }))

test('a record that moved on between the reading and the question is no gap', () => {
  const service: ListService = { items: items(150), requests: 0 }
  // Two readings come first, of nine requests in all.
  service.meanwhile = (asked) => {
    const moving = service.items[1]
    if (asked === 10 && moving) moving.status = 'completed'
  }
  expect(read(service)).toMatchObject({ completeness: 'complete', passes: 2 })
})

test.each(['front', 'end'])('a record that arrived at the %s after the reading is no gap', (where) => {
  const service: ListService = { items: items(150), requests: 0 }
  service.meanwhile = (asked) => {
    if (asked === 10) service.items.splice(where === 'front' ? 0 : service.items.length, 0, newItem('new'))
  }
  expect(read(service)).toMatchObject({ completeness: 'complete', passes: 2, rows: 150 })
})

test('a record a request in no order is no gap, where the service’s dates show that it is new', () => {
  const arrived: Item[] = []
  const service: ListService = { items: items(1500), requests: 0, recordedSince: () => arrived }
  service.meanwhile = (asked) => {
    const item = newItem(`new ${asked}`)
    arrived.push(item)
    service.items.splice((asked * 37) % service.items.length, 0, item)
  }
  expect(read(service, 1000)).toMatchObject({ completeness: 'complete' })
})

test('a record that only a filter shows is a gap', () => {
  const hidden = { by: 'status', item: newItem('hidden') }
  expect(read({ items: items(150), requests: 0, hidden })).toMatchObject({
    completeness: 'partial',
    doubts: ['The service ended the list after 150 records, but has more with status pending.'],
  })
})
