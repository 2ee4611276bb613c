import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayNumber } from '../../contract/day.ts'
import { draw } from '../../ui/testing/draw.tsx'
import { Chart } from './Chart.tsx'

const first = dayNumber('2026-11-16') ?? 0
const bars = [first, first + 1, first + 2].map((day, index) => ({
  period: { unit: 'day' as const, name: String(day), range: { first: day, last: day } },
  in: { count: 1 + index, href: `/in ${index}` },
  out: { count: 4 + index, href: `/out ${index}` },
}))

test('bars are one stop for Tab, from the latest on, and arrows move among them', async () => {
  draw(
    <>
      <Chart bars={bars} vaultId={null} label="Activity" />
      <button type="button">After</button>
    </>,
  )
  const bar = (name: string) => page.getByRole('link', { name })
  await userEvent.tab()
  await expect.element(bar('Deposits 3')).toHaveFocus()
  for (const [keys, name] of [
    ['{ArrowDown}', 'Withdrawals 6'],
    ['{ArrowLeft}', 'Withdrawals 5'],
    ['{Home}{ArrowLeft}', 'Withdrawals 4'],
    ['{ArrowUp}', 'Deposits 1'],
    ['{End}{ArrowRight}', 'Deposits 3'],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.element(bar(name)).toHaveFocus()
  }
  await expect.element(bar('Deposits 3')).toHaveAttribute('href', '/in 2')
  // What the bar stands for is in sight, until Escape.
  const tip = page.getByText(/^\w+, 18 Nov 2026$/)
  await expect.element(tip).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(page.getByRole('button')).toHaveFocus()
})
