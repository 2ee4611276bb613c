import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { add, compare, multiply, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { type Transaction, transactionSortTexts } from '../../contract/normal-records.ts'
import { readShortened, withOneMark } from '../../contract/shortened-text.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { cases } from '../../testing/cases.ts'
import { columnText, fromDatabaseText } from '../database-text.ts'
import type { RecordedSpan } from '../days.ts'
import { openStore } from '../store.ts'
import { completeEnd, readWholeLists, receivedList } from '../testing/records.ts'
import { addressKey } from '../transaction-row.ts'
import {
  type RecordedPeriod,
  sortedColumns,
  type TransactionQuery,
  type TransactionSort,
} from './transaction-query.ts'
import {
  transactionCount,
  transactionPage,
  transactionRows,
  transactionRowsByKey,
  transactionTotals,
} from './transactions.ts'

const hostile = [
  '',
  '%',
  '_',
  "'\\",
  'a\u0000b',
  '\ud800',
  'x'.repeat(5000),
  'Straße',
  'é',
  '\ufdd0',
  '\u{1f600}',
]
const addresses = [
  '0x52908400098527886e0f7030069857d2e4169ee7',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'eth:0x52908400098527886E0F7030069857D2E4169EE7',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
]
const amounts = ['0', '1', '1.50', '1.5', '-2', '1000000000000000000000.000000000000000001', 'NaN', '1e3', '']
const values = {
  status: ['completed', 'pending', 'failed', 'COMPLETED', ...hostile],
  transaction_type: ['withdraw', 'deposit', 'change pool', ...hostile],
  asset_id: ['ETH', 'eth', 'BTC', 'USDC_ETH', ...hostile],
  // Of a network with a name too long for a column no address is found.
  network_id: ['ETH', 'BTC', 'eth', 'Some chain', ...hostile.filter(({ length }) => length < 50)],
  source_id: ['V1', 'V2', 'v1', ...hostile],
  destination_id: ['V1', 'W1', ...hostile],
}
const ends = ['vault', 'external', 'Vault']
const textOf = (texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { freq: 8 })

const day = 86_400_000
const moment = fc.integer({ min: 0, max: 20 * 24 }).map((hour) => (hour * day) / 24)

const row = fc.record({
  id: fc.constantFrom<string | null>('T1', 'T2', null, ...Array.from({ length: 60 }, (_, n) => `id-${n}`)),
  status: textOf(values.status),
  details: fc.record({
    transaction_type: textOf(values.transaction_type),
    asset_id: textOf(values.asset_id),
    network_id: textOf(values.network_id),
    network_name: textOf(['Ethereum', ...hostile]),
    amount: textOf(amounts),
    fee: textOf(amounts),
    txn_hash: textOf(['0xabcdef', 'ABCDEF12', ...hostile]),
    note: textOf(['Payment for May', 'payroll 100%', '1.5', ...hostile]),
    source: fc.record({
      source_type: textOf(ends),
      source_id: textOf(values.source_id),
      source_address: textOf(addresses),
    }),
    destination: fc.record({
      destination_type: textOf(ends),
      destination_id: textOf(values.destination_id),
      destination_name: textOf(['Broker', ...hostile]),
      destination_address: textOf([...addresses, ...hostile]),
    }),
  }),
})
const span = fc.option(
  fc
    .tuple(moment, fc.constantFrom(day / 24, day, 3 * day, 30 * day))
    .map(([from, length]) => ({ from, before: from + length })),
  { freq: 5 },
)

const several = (texts: readonly string[]) => fc.array(fc.constantFrom(...texts), { maxLength: 3 })
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 })
/** Most filters are left out of most queries: all of them together match nothing. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.nat(7).chain((chance) => (chance === 0 ? value : fc.constant(undefined)))
const query = fc
  .record({
    transaction_id: seldom(several(['T1', 'id-3', 'id-4', ''])),
    status: seldom(several(values.status)),
    transaction_type: seldom(several(values.transaction_type)),
    asset_id: seldom(several(values.asset_id)),
    network_id: seldom(several(values.network_id)),
    source_id: seldom(several(values.source_id)),
    destination_id: seldom(several(values.destination_id)),
    source_address: seldom(several(addresses)),
    destination_address: seldom(several(addresses)),
    address: seldom(several([...addresses, ...hostile])),
    vault_id: seldom(several(values.source_id)),
    amount_from: seldom(fc.constantFrom('1', '1.5', '-2')),
    amount_over: seldom(fc.constantFrom('1', '1.50', '0')),
    amount_to: seldom(fc.constantFrom('1', '1.5', '1000000000000000000001')),
    amount_under: seldom(fc.constantFrom('1', '1.50')),
    fee_over: seldom(fc.constantFrom('0', '1')),
    text: seldom(
      fc.constantFrom(
        'pay',
        'PAY may',
        '100%',
        'straße',
        '1,0',
        '1.5',
        'broker',
        'xxxxx',
        'ab',
        '_',
        '\\',
        '0xab…def',
        'abc...ef',
        '0xa …def',
        '…ef12',
        'bro**ker',
        '0x52…E7',
        'eth…E7',
        '0x5290……9EE7',
        ...hostile,
      ),
    ),
    period: sometimes(
      fc.tuple(moment, fc.nat(12 * day), fc.nat(5)).map(
        ([from, length, sides]): RecordedPeriod => ({
          ...(sides !== 1 && { from }),
          ...(sides !== 2 && { before: from + length }),
        }),
      ),
    ),
    sort: sometimes(
      fc.oneof(
        fc.record({ column: fc.constantFrom(...columnsToSort()), isDescending: fc.boolean() }),
        fc.record({
          column: fc.constant('value' as const),
          isDescending: fc.boolean(),
          prices: fc.uniqueArray(
            fc.record({
              asset_id: fc.constantFrom(...values.asset_id),
              price: fc.constantFrom('0', '1', '1.50', '60000.000000000000000001'),
            }),
            { selector: ({ asset_id }) => asset_id },
          ),
        }),
      ),
    ),
  })
  .map(
    (given): TransactionQuery =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  )

function columnsToSort() {
  return Object.keys(sortedColumns).filter(
    (name): name is keyof typeof sortedColumns => name in sortedColumns,
  )
}

interface ModelRow {
  readonly record: string
  readonly transaction: Transaction
  readonly span: { readonly from: number; readonly before: number } | null
}

/** Whether a row is in the period; null if it is not known. */
function isIn(
  { from = -Infinity, before = Infinity }: RecordedPeriod,
  { span: recorded }: ModelRow,
): boolean | null {
  if (recorded === null) return null
  if (recorded.from >= from && recorded.before <= before) return true
  return recorded.before <= from || recorded.from >= before ? false : null
}

function matches(asked: TransactionQuery, { transaction }: ModelRow): boolean {
  const { source, destination, network_id } = transaction
  const texts = {
    ...transaction,
    ...source,
    ...destination,
    transaction_id: transaction.transaction_id ?? '',
  }
  const isOneOf = (name: 'transaction_id' | keyof typeof values) =>
    asked[name]?.some((value) => value === texts[name]) ?? true
  const isAt = (given: readonly string[] | undefined, ...ends: readonly (string | null)[]) =>
    given?.some((address) => {
      const key = addressKey(address, network_id)
      return key !== null && ends.some((end) => addressKey(end, network_id) === key)
    }) ?? true
  const isVault = (type: string | null, id: string | null) =>
    type === 'vault' && asked.vault_id?.some((one) => one === id) === true
  const amount = readDecimal(transaction.amount)
  const fee = readDecimal(transaction.fee)
  const holds = (bound: string | undefined, test: (order: number) => boolean, given = amount) => {
    const limit = readDecimal(bound ?? null)
    return limit === null || (given !== null && test(compare(given, limit)))
  }
  const found = [
    ...[transaction.transaction_id, transaction.txn_hash, transaction.note, destination.memo],
    ...[source.source_address, destination.destination_address],
    ...[source.source_name, destination.destination_name],
  ].map((text) => text?.toLowerCase() ?? '')
  const hasWord = (word: string) => {
    const shortened = readShortened(word)
    if (shortened) {
      const { start, end } = shortened
      const starts = /^[\da-f]+$/.test(start) ? [start, `0x${start}`] : [start]
      const isFrom = (text: string, at: number, length: number) =>
        text.startsWith(start, at) && text.endsWith(end) && text.length >= at + length + end.length
      return found.some(
        (text) =>
          starts.some(
            (one) => text.startsWith(one) && isFrom(text, one.length - start.length, start.length),
          ) ||
          (start !== '' && [...text].some((mark, at) => mark === ':' && isFrom(text, at + 1, start.length))),
      )
    }
    const sameAmount = readDecimal(word.replaceAll(',', ''))
    return (
      found.some((text) => text.includes(word)) ||
      (sameAmount !== null && amount !== null && compare(amount, sameAmount) === 0)
    )
  }
  return (
    isOneOf('transaction_id') &&
    isOneOf('status') &&
    isOneOf('transaction_type') &&
    isOneOf('asset_id') &&
    isOneOf('network_id') &&
    isOneOf('source_id') &&
    isOneOf('destination_id') &&
    isAt(asked.source_address, source.source_address) &&
    isAt(asked.destination_address, destination.destination_address) &&
    isAt(asked.address, source.source_address, destination.destination_address) &&
    (asked.vault_id === undefined ||
      isVault(source.source_type, source.source_id) ||
      isVault(destination.destination_type, destination.destination_id)) &&
    holds(asked.amount_from, (order) => order >= 0) &&
    holds(asked.amount_over, (order) => order > 0) &&
    holds(asked.amount_to, (order) => order <= 0) &&
    holds(asked.amount_under, (order) => order < 0) &&
    holds(asked.fee_over, (order) => order > 0, fee) &&
    withOneMark(asked.text ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .every(hasWord)
  )
}

/** Null where a row has nothing to sort by. */
function comparison(sort: TransactionSort): (row: ModelRow, other: ModelRow) => number | null {
  if (sort.column === 'value') {
    const worthOf = ({ transaction: { asset_id, amount } }: ModelRow) => {
      const price = sort.prices.find((one) => one.asset_id === asset_id)?.price
      const [held, of] = [readDecimal(amount), readDecimal(price ?? null)]
      return held && of && { value: multiply(held, of), held }
    }
    return (one, other) => {
      const [first, second] = [worthOf(one), worthOf(other)]
      return first && second && (compare(first.value, second.value) || compare(first.held, second.held))
    }
  }
  const { column } = sort
  if (column === 'recorded_on')
    return (one, other) => (one.span && other.span ? one.span.from - other.span.from : null)
  const textOfRow = ({ transaction }: ModelRow) => transactionSortTexts[column](transaction)
  if (column === 'amount' || column === 'fee')
    return (one, other) => {
      const [first, second] = [readDecimal(textOfRow(one)), readDecimal(textOfRow(other))]
      return first && second && compare(first, second)
    }
  const bytes = (text: string | null) => (text ? Buffer.from(columnText(text)) : null)
  return (one, other) => {
    const [first, second] = [bytes(textOfRow(one)), bytes(textOfRow(other))]
    return first && second && Buffer.compare(first, second)
  }
}

function inOrder(rows: readonly ModelRow[], { sort }: TransactionQuery): readonly ModelRow[] {
  if (sort === undefined) return rows
  const compareRows = comparison(sort)
  const given = rows.filter((one) => compareRows(one, one) !== null)
  const sign = sort.isDescending ? -1 : 1
  return [
    ...given.toSorted((one, other) => sign * (compareRows(one, other) ?? 0)),
    ...rows.filter((one) => compareRows(one, one) === null),
  ]
}

describe.each(databaseKinds)('queries of transactions on $name', async ({ open }) => {
  const database = await open()
  const accounts: { readonly key: string; readonly rows: readonly ModelRow[] }[] = []
  beforeAll(async () => {
    const store = await openStore(database)
    for (const seed of [1, 2]) {
      const key = await store.account({
        service: 'demo',
        reader: { kind: 'named', name: String(seed) },
        apiKey: 'key',
        accountId: null,
      })
      accounts.push({ key, rows: await fill(store.of(key), seed) })
    }
  })

  it('gives what a filter over the rows gives, in the same order, of one account alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        query,
        fc.nat(30),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(1),
        async (asked, offset, limit, index) => {
          const { key, rows } = accounts[index] ?? { key: '', rows: [] }
          const matching = rows.filter((one) => matches(asked, one))
          const verdictOf = (one: ModelRow) => (asked.period ? isIn(asked.period, one) : true)
          const listed = matching.filter((one) => verdictOf(one) === true)
          const page = await transactionPage(database, key, asked, { limit, offset })
          expect(page.map(({ record }) => record)).toEqual(
            inOrder(listed, asked)
              .slice(offset, offset + limit)
              .map(({ record }) => record),
          )
          const all = inOrder(listed, asked).map(({ record }) => record)
          expect(
            await database.read((queries) => recordsIn(transactionRows(queries, key, asked, limit))),
          ).toEqual(all)
          expect(await recordsIn(transactionRowsByKey(database, key, asked, limit))).toEqual(all)
          expect(await transactionCount(database, key, asked)).toEqual({
            total: listed.length,
            undecided: matching.filter((one) => verdictOf(one) === null).length,
          })
        },
      ),
      { numRuns: cases(600) },
    )
  })

  it('adds up exactly, and counts what is no decimal', async () => {
    for (const { key, rows } of accounts) {
      const totals = await transactionTotals(database, key, {}, ['asset_id', 'status'])
      for (const { group, count, amount, amountless, fee, feeless } of totals) {
        const within = rows.filter(
          ({ transaction: { asset_id, status } }) =>
            inColumn(asset_id) === group.asset_id && inColumn(status) === group.status,
        )
        expect({ count, amount, amountless, fee, feeless }).toEqual({
          count: within.length,
          ...sumOf(
            within.map(({ transaction }) => transaction.amount),
            'amount',
          ),
          ...sumOf(
            within.map(({ transaction }) => transaction.fee),
            'fee',
          ),
        })
      }
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
      const [whole] = await transactionTotals(database, key, { status: ['nothing'] }, [])
      expect(whole).toEqual({
        group: {},
        count: 0,
        amount: '0',
        amountless: 0,
        fee: '0',
        feeless: 0,
        recorded: null,
      })
    }
  })

  it('adds up by the addresses that are asked for, as they are spelled, with the span of each group', async () => {
    const spelled = addresses.filter((_, index) => index === 1 || index === 3)
    const endOf = (address: string | null, networkId: string | null) =>
      spelled.find((one) => addressKey(one, networkId) === addressKey(address, networkId)) ?? null
    for (const { key, rows } of accounts) {
      const asked = { address: spelled }
      const totals = await transactionTotals(database, key, asked, ['source_address', 'destination_address'])
      const matching = rows.filter((one) => matches(asked, one))
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(matching.length)
      for (const { group, count, recorded } of totals) {
        const within = matching.filter(
          ({ transaction: { source, destination, network_id } }) =>
            endOf(source.source_address, network_id) === group.source_address &&
            endOf(destination.destination_address, network_id) === group.destination_address,
        )
        const spans = within.map(({ span: one }) => one)
        expect(count).toBe(within.length)
        expect(recorded).toEqual(
          spans.includes(null)
            ? null
            : {
                from: Math.min(...spans.map((one) => one?.from ?? 0)),
                before: Math.max(...spans.map((one) => one?.before ?? 0)),
              },
        )
      }
      expect(await transactionTotals(database, key, {}, ['source_address'])).toMatchObject([
        { group: { source_address: null }, count: rows.length },
      ])
    }
  })
})

async function recordsIn(pieces: AsyncIterable<readonly { readonly record: string }[]>) {
  const records: string[] = []
  for await (const rows of pieces) records.push(...rows.map(({ record }) => record))
  return records
}

const inColumn = (text: string | null) => (text === null ? null : fromDatabaseText(columnText(text)))

function sumOf(texts: readonly (string | null)[], name: 'amount' | 'fee') {
  const decimals = texts.map(readDecimal).filter((decimal) => decimal !== null)
  return {
    [name]: writeDecimal(decimals.reduce(add, zero)),
    [`${name}less`]: texts.length - decimals.length,
  }
}

/** Some are gone, and in no list; some are no longer listed, and stay where they were. */
async function fill(
  store: ReturnType<Awaited<ReturnType<typeof openStore>>['of']>,
  seed: number,
): Promise<readonly ModelRow[]> {
  const made = fc.sample(fc.tuple(row, span), { numRuns: 120, seed })
  const texts = made.map(([{ id, status, details }], index) =>
    JSON.stringify({ transaction_id: id, status, transaction: details, index }),
  )
  const received = receivedList(texts)
  await readWholeLists(store, received)
  const isUnique = (id: string | null) => id !== null && made.filter(([one]) => one.id === id).length === 1
  const spans: RecordedSpan[] = made.flatMap(([{ id }, recorded]) =>
    isUnique(id) && id !== null && recorded ? [{ id, ...recorded }] : [],
  )
  const fence = await store.takeLease('test', 60)
  await store.setDays(fence ?? '', spans)
  const isLeft = (index: number) => isUnique(made[index]?.[0].id ?? null) && index % 9 === 0
  const gone = made.flatMap(([{ id }], index) =>
    isLeft(index) && index % 2 === 0 ? [{ id: id ?? '', occurrence: 1 }] : [],
  )
  await readWholeLists(store, receivedList(texts.filter((_, index) => !isLeft(index))), {
    gone,
    begun: completeEnd.ended,
  })
  const isGone = new Set(gone.map(({ id }) => id))
  return received.flatMap(({ transaction, text }) => {
    const id = transaction.transaction_id
    const recorded = spans.find((one) => one.id === id)
    return isGone.has(id ?? '')
      ? []
      : [
          {
            record: text,
            transaction,
            span: recorded ? { from: recorded.from, before: recorded.before } : null,
          },
        ]
  })
}
