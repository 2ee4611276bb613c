import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DayField } from './DayField.tsx'
import { draw } from './testing/draw.tsx'

const field = page.getByRole('textbox', { name: 'Day' })
const [onDay, onSend] = [vi.fn(), vi.fn()]

function Form() {
  const [day, setDay] = useState('2026-11-29')
  const enter = (next: string) => {
    onDay(next)
    setDay(next)
  }
  return (
    <form action={onSend}>
      <DayField label="Day" name="day" value={day} min="2026-01-01" onDay={enter} />
    </form>
  )
}

test('what is typed is a day once it is whole, and nothing before', async () => {
  draw(<Form />)
  await userEvent.clear(field)
  // There is no such day.
  await userEvent.type(field, '2026-02-30')
  expect(onDay.mock.calls).toEqual([['']])
  await userEvent.keyboard('{Backspace}{Backspace}28')
  await expect.element(field).toHaveValue('2026-02-28')
  expect(onDay).toHaveBeenLastCalledWith('2026-02-28')
})

test('a form with another text is not sent, and says why at the field', async () => {
  draw(<Form />)
  for (const [text, why] of [
    ['11/30/2026', 'Write the day as 2026-11-30.'],
    ['2025-12-31', 'Choose 2026-01-01 or a later day.'],
  ] as const) {
    await field.fill(text)
    await userEvent.keyboard('{Enter}')
    expect(field.element()).toHaveProperty('validationMessage', why)
  }
  expect(onSend).not.toHaveBeenCalled()
  await field.fill('2026-11-30')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('the calendar opens at the day of the field, and a day of it is written there', async () => {
  draw(<Form />)
  const calendar = document.querySelector<HTMLInputElement>('[type="date"]') ?? fail()
  const open = vi.spyOn(calendar, 'showPicker').mockReturnValue()
  await page.getByRole('button', { name: 'Open calendar' }).click()
  expect(open).toHaveBeenCalled()
  expect(calendar.value).toBe('2026-11-29')
  await userEvent.fill(calendar, '2026-11-05')
  await expect.element(field).toHaveValue('2026-11-05')
  expect(onDay).toHaveBeenLastCalledWith('2026-11-05')
})

function fail(): never {
  throw new Error('there is no calendar')
}
