import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../ui/testing/draw.tsx'
import FilterForm from './FilterForm.tsx'
import { transactionFilterGroups } from './transaction-filters.tsx'

const onApply = vi.fn()

/** Of a chip: one filter alone, with these values. */
function drawStatuses(...status: readonly string[]) {
  onApply.mockClear()
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <FilterForm
        groups={transactionFilterGroups.filter(({ label }) => label === 'Status')}
        filter={{ status }}
        wrong={new Map()}
        isCounted={false}
        onApply={onApply}
      />
    </QueryClientProvider>,
  )
}

const button = (name: string) => page.getByRole('button', { name })
const box = (name: string) => page.getByRole('checkbox', { name })

test('another status is one press away, with the present one marked', async () => {
  drawStatuses('pending')
  await expect.element(button('Pending')).toHaveAttribute('aria-pressed', 'true')
  await button('Completed').click()
  expect(onApply.mock.calls).toEqual([[{ status: 'completed' }]])
})

test('several are boxes and are applied together', async () => {
  drawStatuses('pending')
  await button('Choose several').click()
  // The button is gone, and would lose the focus.
  await expect.element(box('Pending')).toHaveFocus()
  await box('Failed').click()
  await userEvent.keyboard('{Enter}')
  expect(onApply.mock.calls).toEqual([[{ status: ['pending', 'failed'] }]])
})
