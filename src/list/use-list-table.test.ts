import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Column } from '../ui/table-column.ts'
import type { Sorting } from '../url/table-view.ts'
import { type ListTable, useListTable } from './use-list-table.ts'

/** The table of a page, as its first drawing has it. */
function tableOf<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  {
    sorting = null,
    shown = columns.map(({ id }) => id),
    known = shown,
    widths = {},
  }: {
    sorting?: Sorting | null
    shown?: readonly string[]
    known?: readonly string[]
    widths?: Readonly<Record<string, number>>
  } = {},
): ListTable<R> {
  let table: ListTable<R> | undefined
  const Probe = () => {
    const page = { rows, onScreen: undefined }
    table = useListTable({ page, columns, known, arrangement: { columns: shown, widths }, sorting })
    return null
  }
  renderToString(createElement(Probe))
  if (!table) throw new Error('The table was not drawn.')
  return table
}

interface Text {
  readonly text: string | null
  readonly place: number
}

const textColumn: Column<Text> = {
  id: 'text',
  header: 'Text',
  cell: ({ text }) => text,
  sortBy: ({ text }) => text,
}

/** The places of texts in their order. */
const order = (texts: readonly (string | null)[], descending = false) =>
  tableOf(
    texts.map((text, place) => ({ text, place })),
    [textColumn],
    { sorting: { column: 'text', descending } },
  ).rows.map(({ place }) => place)
const sorted = (texts: readonly (string | null)[], descending = false) =>
  order(texts, descending).map((place) => texts[place])

/** An exact decimal as an integer of 10^-20, which is what it is compared by here. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(20), fc.boolean())
  .map(([digits, scale, padded]) => {
    const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const integer = magnitude.slice(0, magnitude.length - scale)
    const fraction = scale === 0 ? '' : `.${magnitude.slice(-scale)}`
    return {
      text: `${digits < 0n ? '-' : ''}${padded ? '00' : ''}${integer}${fraction}`,
      value: digits * 10n ** BigInt(20 - scale),
    }
  })

describe('sorted rows', () => {
  it('puts decimals in the order of their exact values', () => {
    fc.assert(
      fc.property(fc.array(decimal), fc.boolean(), (decimals, descending) => {
        const values = order(
          decimals.map(({ text }) => text),
          descending,
        ).map((place) => decimals[place]?.value ?? 0n)
        const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)
        const expected = decimals.map(({ value }) => value).sort(compare)
        expect(values).toEqual(descending ? expected.reverse() : expected)
      }),
    )
  })

  it('loses no row and repeats none', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string())), fc.boolean(), (texts, descending) => {
        expect(order(texts, descending).sort((one, other) => one - other)).toEqual(
          texts.map((_, place) => place),
        )
      }),
    )
  })

  it('keeps the order of rows that are equal', () => {
    const rows = ['1.50', '1.5', '01.5', '1.500']
    expect(sorted(rows)).toEqual(rows)
    expect(sorted(rows, true)).toEqual(rows)
  })

  it.each([
    [
      ['0.1', '-0.2', '0', '-0', '-10', '9'],
      ['-10', '-0.2', '0', '-0', '0.1', '9'],
    ],
    [
      ['9007199254740993', '9007199254740992'],
      ['9007199254740992', '9007199254740993'],
    ],
    [
      ['0.1000000000000000000001', '0.1'],
      ['0.1', '0.1000000000000000000001'],
    ],
    [
      ['Vault 10', 'vault 9', 'Vault 1'],
      ['Vault 1', 'vault 9', 'Vault 10'],
    ],
    [
      ['many', '12', null, '3', ''],
      ['3', '12', 'many', null, ''],
    ],
  ])('%j becomes %j', (texts, expected) => {
    expect(sorted(texts)).toEqual(expected)
  })

  it('leaves rows without a value at the end when it goes down', () => {
    expect(sorted(['1', null, '2'], true)).toEqual(['2', '1', null])
  })
})

describe('the next sorting', () => {
  it('goes up, down, and back to the service’s own order', () => {
    const pressed = (sorting: Sorting | null, column = 'text') =>
      tableOf([{ text: '1', place: 0 }], [textColumn, { ...textColumn, id: 'other' }], {
        sorting,
      }).nextSorting(column)
    const up = pressed(null)
    const down = pressed(up)
    expect([up, down, pressed(down)]).toEqual([
      { column: 'text', descending: false },
      { column: 'text', descending: true },
      null,
    ])
    expect(pressed(down, 'other')).toEqual({ column: 'other', descending: false })
  })

  it('is upwards first for amounts too', () => {
    const rows = ['2', '1'].map((text, place) => ({ text, place }))
    expect(tableOf(rows, [textColumn]).nextSorting('text')).toMatchObject({ descending: false })
  })
})

describe('columns', () => {
  const all: Column<null>[] = [
    {
      id: 'amount',
      header: 'Amount',
      cell: () => '1',
      cellWithout: { column: 'asset', cell: () => '1 ETH' },
      narrowest: 60,
    },
    { id: 'asset', header: 'Asset', cell: () => 'ETH' },
    { id: 'timestamp', header: 'Retrieved', cell: () => 'now' },
  ]
  const drawn = (shown: readonly string[]) =>
    tableOf([null], all, { shown, known: ['amount', 'asset'] }).columns.map(({ cell }) => cell(null))

  it('stand in the chosen order, and after them those that cannot be chosen', () => {
    expect(drawn(['asset', 'amount'])).toEqual(['ETH', '1', 'now'])
  })

  it('say what they leave to another one, where that one is not shown', () => {
    expect(drawn(['amount'])).toEqual(['1 ETH', 'now'])
  })

  it('have a chosen width, within what they may have; one that is not there has none', () => {
    const widths = { amount: 10, asset: 5000, timestamp: 100, gone: 80 }
    expect(tableOf([null], all, { widths }).widths).toEqual({ amount: 60, asset: 960, timestamp: 100 })
  })
})
