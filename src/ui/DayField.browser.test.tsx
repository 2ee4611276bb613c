import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DayField } from './DayField.tsx'
import { draw } from './testing/draw.tsx'

const field = page.getByRole('textbox', { name: 'Day' })

/** A form with one day. */
function Form({ onDay, onSend = () => {} }: { onDay: (day: string) => void; onSend?: () => void }) {
  const [day, setDay] = useState('2026-11-29')
  const enter = (next: string) => {
    setDay(next)
    onDay(next)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <DayField label="Day" name="day" value={day} min="2026-01-01" onDay={enter} />
    </form>
  )
}

test('what is typed is a day once it is whole, and nothing before', async () => {
  const onDay = vi.fn()
  draw(<Form onDay={onDay} />)
  await userEvent.clear(field)
  expect(onDay.mock.calls).toEqual([['']])
  await userEvent.type(field, '2026-02-3')
  await userEvent.keyboard('0')
  // There is no such day.
  await expect.element(field).toHaveValue('2026-02-30')
  expect(onDay.mock.calls).toEqual([['']])
  await userEvent.keyboard('{Backspace}{Backspace}28')
  await expect.element(field).toHaveValue('2026-02-28')
  expect(onDay.mock.calls).toEqual([[''], ['2026-02-28']])
})

test('a form with another text is not sent, and says why at the field', async () => {
  const onSend = vi.fn()
  draw(<Form onDay={() => {}} onSend={onSend} />)
  const problem = () => (field.element() as HTMLInputElement).validationMessage
  for (const [text, why] of [
    ['11/30/2026', 'Write the day as 2026-11-30.'],
    ['2025-12-31', 'Choose 2026-01-01 or a later day.'],
  ] as const) {
    await field.fill(text)
    await userEvent.keyboard('{Enter}')
    expect(problem()).toBe(why)
    expect(onSend).not.toHaveBeenCalled()
  }
  await field.fill('2026-11-30')
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('a day of the calendar is written into the field, and the calendar opens at the day of the field', async () => {
  const onDay = vi.fn()
  draw(<Form onDay={onDay} />)
  const calendar = document.querySelector<HTMLInputElement>('[type="date"]')
  if (!calendar) throw new Error('there is no calendar')
  const open = vi.spyOn(calendar, 'showPicker').mockReturnValue()
  expect(calendar.value).toBe('2026-11-29')
  await page.getByRole('button', { name: 'Open calendar' }).click()
  expect(open).toHaveBeenCalled()
  await userEvent.fill(calendar, '2026-11-05')
  await expect.element(field).toHaveValue('2026-11-05')
  expect(onDay.mock.calls).toEqual([['2026-11-05']])
})
