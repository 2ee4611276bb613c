import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sortedBy } from '../contract/sort-key.ts'
import { DataTable } from './DataTable.tsx'
import { type Column, type OpenedRows, useDataTable } from './data-table.ts'
import { draw } from './testing/draw.tsx'

interface Line {
  readonly name: string
  readonly amount: string
  readonly note?: string
  readonly more?: string
  readonly parts?: Line[]
}

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Name', ...sortedBy(({ name }) => name), cell: ({ row }) => row.original.name },
  {
    id: 'amount',
    header: 'Amount',
    ...sortedBy(({ amount }) => amount),
    cell: ({ row }) => row.original.amount,
    meta: { align: 'end' },
  },
  {
    id: 'note',
    header: 'Note',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.more === undefined ? original.note : <a href={original.more}>{original.note}</a>,
    meta: { hint: 'What somebody wrote' },
  },
]

const lines: Line[] = ['10', '9', '-1', '2.5'].map((amount, place) => ({ name: `Line ${place + 1}`, amount }))

function Table({ data = lines }: { data?: Line[] }) {
  const [expanded, setExpanded] = useState<OpenedRows>({})
  const table = useDataTable({
    ...{ columns, data, state: { expanded }, onExpandedChange: setExpanded },
    getRowId: ({ name }: Line) => name,
    getSubRows: ({ parts }: Line) => parts,
  })
  return (
    <>
      <output>{useLocation().pathname}</output>
      <DataTable caption="Lines" table={table} rowHref={({ name }) => `/${name}`} />
    </>
  )
}

const row = (place: number) => page.getByRole('row').nth(place)
const link = (place: number) => row(place).getByRole('link')
const header = (name: string) => page.getByRole('columnheader', { name })
const expectAt = (path: string) =>
  expect.element(page.getByRole('status')).toHaveTextContent(new RegExp(`^${path}$`))

test('headers are one stop for Tab, and rows another; keys move within each, and Enter opens a row', async () => {
  draw(<Table />)
  await userEvent.tab()
  for (const [key, to] of [
    ['{ArrowRight}', header('Amount').getByRole('button')],
    ['{End}', page.getByText('Note', { exact: true })],
    ['{Home}', header('Name').getByRole('button')],
    ['{Tab}', link(1)],
    ['{ArrowDown}', link(2)],
    ['{End}{ArrowDown}', link(4)],
    ['{Control>}{ArrowUp}{/Control}', link(4)],
    ['{Home}{ArrowUp}', link(1)],
    ['{ArrowDown}', link(2)],
    // It is remembered where one was.
    ['{Shift>}{Tab}{/Shift}{Tab}', link(2)],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(to).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expectAt('/Line 2')
})

test('a header sorts: of numbers the largest first, then the other way, then as they came; no value is last', async () => {
  draw(<Table data={[{ name: 'None', amount: '' }, ...lines]} />)
  for (const [direction, amounts] of [
    ['none', ['', '10', '9', '-1', '2.5']],
    ['descending', ['10', '9', '2.5', '-1', '']],
    ['ascending', ['-1', '2.5', '9', '10', '']],
    ['none', ['', '10', '9', '-1', '2.5']],
  ] as const) {
    await expect.element(header('Amount')).toHaveAttribute('aria-sort', direction)
    for (const [index, amount] of amounts.entries())
      await expect
        .element(
          row(index + 1)
            .getByRole('cell')
            .first(),
        )
        .toHaveTextContent(new RegExp(`^${amount}$`))
    await header('Amount').getByRole('button').click()
  }
})

test('the focus follows its row to another place, and stays in that place when the row is gone', async () => {
  const { rerender } = draw(<Table />)
  await userEvent.tab()
  await userEvent.keyboard('{Tab}{ArrowDown}')
  rerender(<Table data={[{ name: 'New', amount: '1' }, ...lines]} />)
  await expect.element(link(3)).toHaveFocus()
  rerender(<Table data={lines.filter(({ name }) => name !== 'Line 2')} />)
  await expect.element(link(3)).toHaveFocus()
})

test('a press anywhere on a row opens it, unless it selects text or has a modifier', async () => {
  draw(<Table data={lines.map((line) => ({ ...line, note: 'Some words' }))} />)
  const note = row(2).getByText('Some words')
  await note.click({ modifiers: ['Control'] })
  const selected = { sourcePosition: { x: 2, y: 9 }, targetPosition: { x: 30, y: 9 } }
  await userEvent.dragAndDrop(note, note, selected)
  expect(getSelection()?.type).toBe('Range')
  await expectAt('/')
  getSelection()?.empty()
  await row(3).getByText('Some words').click()
  await expectAt('/Line 3')
  await expect.element(link(3)).toHaveFocus()
})

test('what a row holds is a stop for Tab in the row of the focus alone', async () => {
  draw(<Table data={lines.map((line) => ({ ...line, note: `Note of ${line.name}`, more: '/more' }))} />)
  const more = (place: number) => page.getByRole('link', { name: `Note of Line ${place}` })
  await userEvent.tab()
  for (const [key, to] of [
    ['{Tab}', link(1).first()],
    ['{Tab}', more(1)],
    ['{ArrowDown}', link(2).first()],
    ['{Tab}', more(2)],
    ['{Shift>}{Tab}{/Shift}', link(2).first()],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(to).toHaveFocus()
  }
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('table')).not.toHaveFocus()
  expect(page.getByRole('table').element().contains(document.activeElement)).toBe(false)
})

test('a row opens to its parts by a press or by arrows, and keys go on into them', async () => {
  draw(<Table data={[{ name: 'All', amount: '1', parts: lines }]} />)
  const all = page.getByRole('button', { name: 'All' })
  await all.click()
  await expect.element(page.getByRole('row')).toHaveLength(6)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link(2)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  await expect.element(all).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(all).toHaveAttribute('aria-expanded', 'true')
})

test('a card has three lines of a long name', async () => {
  await page.viewport(390, 844)
  draw(<Table data={[{ name: 'A long name '.repeat(25), amount: '1' }]} />)
  const name = link(0)
  const { lineHeight } = getComputedStyle(name.element())
  await expect
    .poll(() => Math.round(name.element().getBoundingClientRect().height / Number.parseFloat(lineHeight)))
    .toBe(3)
})

test('header and first column stay in sight', async () => {
  await page.viewport(800, 500)
  const note = 'A long note without an end. '.repeat(8)
  draw(
    <div style={{ whiteSpace: 'nowrap' }}>
      <Table
        data={Array.from({ length: 60 }, (_, place) => ({ name: `Line ${place}`, amount: '1', note }))}
      />
    </div>,
  )
  const scroller = page.getByRole('table').element().parentElement
  scroller?.scrollTo({ left: 100, top: 300 })
  await expect.poll(() => [scroller?.scrollLeft, scroller?.scrollTop]).toEqual([100, 300])
  const { x, y } = scroller?.getBoundingClientRect() ?? {}
  expect(header('Name').element().getBoundingClientRect()).toMatchObject({ x, y })
})
