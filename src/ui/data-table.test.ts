import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { sortedBy } from '../contract/sort-key.ts'
import { type Column, type TableModel, useDataTable } from './data-table.ts'

interface Text {
  readonly text: string | null
  readonly place: number
}

const columns: readonly Column<Text>[] = [
  {
    id: 'text',
    header: 'Text',
    ...sortedBy(({ text }) => text),
    cell: ({ row }) => row.original.text,
  },
  {
    id: 'place',
    header: 'Place',
    ...sortedBy(({ place }) => String(place)),
    cell: ({ row }) => row.original.place,
    meta: { align: 'end' },
  },
]

/** A table of these texts, as its first drawing has it. */
function tableOf(
  texts: readonly (string | null)[],
  state: Partial<Pick<TableModel<Text>['state'], 'sorting'>> = {},
): TableModel<Text> {
  let table: TableModel<Text> | undefined
  const Probe = () => {
    table = useDataTable({ columns, data: texts.map((text, place) => ({ text, place })), state })
    return null
  }
  renderToString(createElement(Probe))
  if (!table) throw new Error('The table was not drawn.')
  return table
}

const order = (texts: readonly (string | null)[], desc = false) =>
  tableOf(texts, { sorting: [{ id: 'text', desc }] })
    .getRowModel()
    .rows.map(({ original }) => original.place)
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
