import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../ui/testing/draw.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { shownColumns } from './list-table.ts'

const names = ['Date', 'Type', 'Status', 'Amount']
const all = names.map((header) => ({ id: header, header, isSorted: false }))

function Choices() {
  const [shown, setShown] = useState<Readonly<Record<string, boolean>>>({ Date: false, Type: false })
  const columns = shownColumns(shown, names, names)
  const show = (id: string, isShown: boolean) => setShown({ ...shown, [id]: isShown })
  const arrangement = { columns, show, reset: () => setShown({}), isDefault: false }
  return (
    <>
      <output>{columns.join()}</output>
      <ColumnChooser table={{ all, arrangement }} />
    </>
  )
}

test('a hidden column comes back to its own place, the last one stays, and all can come back at once', async () => {
  draw(<Choices />)
  const button = page.getByRole('button', { name: 'Columns' })
  await button.click()
  const box = (name: string) => page.getByRole('checkbox', { name })
  const expectColumns = (columns: string) =>
    expect.element(page.getByRole('status').first()).toHaveTextContent(columns)
  await box('Type').click()
  await expectColumns('Type,Status,Amount')
  await box('Amount').click()
  await box('Status').click()
  await expectColumns('Type')
  await expect.element(box('Type')).toBeDisabled()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expectColumns(names.join())
  // The button cannot be pressed next, and would lose the focus.
  await expect.element(button).toHaveFocus()
})
