import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { useDataTable } from '../ui/data-table.ts'
import { decimalContent, figureCells, longestFraction } from './amounts.tsx'

/** React marks in what it sends where one text that it keeps ends and the next begins. */
const seam = '<!-- -->'

describe('a decimal in its element', () => {
  test.each(['0', '54.18331349', '-7.5', '999'])('%s is one text', (value) => {
    expect(decimalContent(value)).toBe(value)
  })

  test.each(['1234567.25', '-1234.5', '7180515', '1.500', '12000.00', '-1234.123456789012345678'])(
    '%s is all there, in order',
    (value) => {
      const html = renderToString(decimalContent(value))
      expect(html.replaceAll(/<[^>]*>/g, '')).toBe(value)
      expect(html.replace(/^-<!-- -->/, '-')).not.toContain(seam)
    },
  )

  test.each([
    ['0.123456789012', '9012'],
    ['1.1234567800', '00'],
    ['7.500', '00'],
    ['1000.000000000001', '0001'],
  ])('%s has %s dim', (value, dim) => {
    const html = renderToString(decimalContent(value))
    expect(/<span[^>]*>(\d+)<\/span>$/.exec(html)?.[1]).toBe(dim)
  })

  test('a fraction that begins later is not dim', () => {
    expect(decimalContent('0.000000000379511462')).toBe('0.000000000379511462')
  })
})

test('the longest fraction is that of a decimal', () => {
  expect(longestFraction(['1', '2.5', null, '0.12345678', '1.1e999999999', 'n/a'])).toBe(8)
  expect(longestFraction([])).toBe(0)
})

test('fractions hang over the next figure, which leaves them room; the last figure has its own', () => {
  const rows = [
    { first: '1.0123456789', last: '3' },
    { first: '22.5', last: '44.1234567891' },
    { first: undefined, last: null },
  ]
  expect(roomOf(rows, ['first', 'last'])).toEqual([
    ['2 0 2', undefined, '0 2 0', '.0000000000'],
    ['0 0 2', '0000000', undefined, undefined],
    ['0 0 2', undefined, undefined, '.0000000000'],
  ])
  // A figure that the reader hides, or moves, leaves no room.
  expect(roomOf(rows, ['last'])).toEqual([
    [undefined, '.0000000000'],
    [undefined, undefined],
    [undefined, '.0000000000'],
  ])
})

type Row = Record<'first' | 'last', string | null | undefined>

/** What hangs over, is left and hangs over at most, and the digits that pad, of each cell. */
function roomOf(rows: Row[], shown: readonly (keyof Row)[]): (string | undefined)[][] {
  let room: (string | undefined)[][] = []
  const Probe = () => {
    const columns = shown.map((id) => ({ id, header: id, ...figureCells<Row>((row) => row[id], rows) }))
    room = useDataTable({ columns, data: rows })
      .getRowModel()
      .rows.map((row) =>
        row.getAllCells().flatMap((cell) => {
          const look = cell.column.columnDef.meta?.look?.(cell.getContext())
          return [look?.style && Object.values(look.style).join(' '), look?.['data-pad']]
        }),
      )
    return null
  }
  renderToString(createElement(Probe))
  return room
}
