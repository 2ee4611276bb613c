import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LiveRegion } from '../ui/inline.tsx'
import { draw } from '../ui/testing/draw.tsx'
import ColumnChoices from './ColumnChoices.tsx'
import { arrangementOf } from './list-table.ts'

const names = ['Date', 'Type', 'Status', 'Amount']
const all = names.map((header) => ({ id: header, header }))
const onClose = vi.fn()

function Choices() {
  const [own, setOwn] = useState<Parameters<typeof arrangementOf>[0]>({ shown: { Date: false, Type: false } })
  const arrangement = arrangementOf(own, names, names)
  return (
    <>
      <output>{arrangement.columns.join()}</output>
      <ColumnChoices
        {...{ ...arrangement, all, onClose }}
        arrange={(change) => setOwn({ ...own, ...change })}
        show={(id, isShown) => setOwn({ ...own, shown: { ...own.shown, [id]: isShown } })}
        reset={() => setOwn({})}
        isDefault={false}
      />
      <LiveRegion />
    </>
  )
}

test('a hidden column comes back to its own place, columns are moved, and the last one stays', async () => {
  draw(<Choices />)
  const box = (name: string) => page.getByRole('checkbox', { name })
  const expectColumns = (columns: string) =>
    expect.element(page.getByRole('status').first()).toHaveTextContent(columns)
  await box('Type').click()
  await expectColumns('Type,Status,Amount')
  // Another press at the same place takes it back.
  for (const [index, name] of names.entries())
    await expect.element(page.getByRole('listitem').nth(index)).toHaveTextContent(name)
  const down = page.getByRole('button', { name: 'Move Type down' })
  await down.click()
  await expect.element(page.getByText('Type: column 2 of 3.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expectColumns('Status,Amount,Type')
  await expect.element(down).toHaveFocus()
  await expect.element(down).toHaveAttribute('aria-disabled', 'true')
  await box('Amount').click()
  await box('Status').click()
  await expectColumns('Type')
  await expect.element(box('Type')).toBeDisabled()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expectColumns(names.join())
  // The button cannot be pressed next, and would lose the focus.
  expect(onClose).toHaveBeenCalled()
})
