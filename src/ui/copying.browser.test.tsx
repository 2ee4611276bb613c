/** One file, since the clipboard is one for all that run beside each other. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CopyButton } from './buttons.tsx'
import { DataTable } from './DataTable.tsx'
import { type Column, useDataTable } from './data-table.ts'
import { LiveRegion, VisuallyHidden } from './inline.tsx'
import { draw } from './testing/draw.tsx'

function drawButton() {
  draw(
    <>
      <CopyButton text={'  1234.50\n  and   more'} label="Amount">
        Copy amount
      </CopyButton>
      <LiveRegion />
    </>,
  )
  const button = page.getByRole('button')
  const { width } = button.element().getBoundingClientRect()
  return async (words: string) => {
    await expect.element(button).toHaveAccessibleName(words)
    expect(button.element().getBoundingClientRect().width).toBe(width)
  }
}

test('a copy is exactly the text, is told, and moves nothing', async () => {
  const says = drawButton()
  await page.getByRole('button').click()
  await says('Copied')
  await expect.element(page.getByRole('status')).toHaveTextContent('Amount: copied')
  expect(await navigator.clipboard.readText()).toBe('  1234.50\n  and   more')
  await says('Copy amount')
})

test('without the clipboard of a secure page it is made from a selection, and the focus stays', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  const says = drawButton()
  await page.getByRole('button').click()
  await says('Copied')
  await expect.element(page.getByRole('button')).toHaveFocus()
  expect(await navigator.clipboard.readText()).toBe('  1234.50\n  and   more')
})

test('one that was not made says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  const says = drawButton()
  await page.getByRole('button').click()
  await says('Failed')
  await expect.element(page.getByRole('status')).toHaveTextContent('Amount: could not be copied')
})

interface Line {
  readonly name: string
  readonly amount: string
  readonly note: string
}

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => row.original.name },
  { id: 'amount', header: 'Amount', cell: ({ row }) => row.original.amount },
  {
    id: 'note',
    header: 'Note',
    cell: ({ row }) => (
      <>
        <VisuallyHidden>Note: </VisuallyHidden>
        <span role="img" aria-label="Warning" />
        <div>{row.original.note}</div>
      </>
    ),
  },
]

const lines: Line[] = [
  { name: '=HYPERLINK("http://bad.invalid")', amount: '1234567.50', note: 'Two\nlines\tand a tab' },
  { name: 'Second', amount: '-0.1234567890123456789', note: '' },
]

function Lines() {
  const table = useDataTable({ columns, data: lines, enableSorting: false })
  return <DataTable caption="Lines" table={table} />
}

/** Selects as a hand does, from within one cell to within another, and copies. */
async function copiedBetween(from: string, to: string) {
  const range = document.createRange()
  range.setStart(page.getByText(from, { exact: true }).element(), 0)
  range.setEndAfter(page.getByText(to, { exact: true }).element())
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  await userEvent.copy()
  const [item] = await navigator.clipboard.read()
  const read = async (type: string) => (await (await item?.getType(type))?.text()) ?? ''
  const sheet = new DOMParser().parseFromString(await read('text/html'), 'text/html')
  return {
    text: await read('text/plain'),
    cells: [...sheet.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
  }
}

test('selected rows paste into a sheet as rows, of whole values in one line each', async () => {
  draw(<Lines />)
  const { text, cells } = await copiedBetween('1234567.50', 'Second')
  expect(cells).toEqual([
    [`'=HYPERLINK("http://bad.invalid")`, '1234567.50', 'Two lines and a tab'],
    ['Second', '-0.1234567890123456789', ''],
  ])
  expect(text).toBe(cells.map((row) => row.join('\t')).join('\n'))
  expect((await copiedBetween('Name', 'Second')).cells[0]).toEqual(['Name', 'Amount', 'Note'])
  expect((await copiedBetween('Second', '-0.1234567890123456789')).text).toBe(
    'Second\t-0.1234567890123456789',
  )
})
