import { expect, test } from 'vitest'
import { createDateForms, troubleWithDates } from './date-forms.ts'
import { type DateParameters, dayNumber } from './day.ts'

const today = dayNumber('2026-11-22') ?? 0

type Holds = (dates: DateParameters) => Promise<boolean | null>

const isInstant = ({ start_date }: DateParameters) => start_date.includes('T')
const isAhead = ({ start_date }: DateParameters) => start_date > '2026-11-23'

test.each<[string, Holds, readonly [trouble: string | null, form: string | null, links: string]]>([
  ['days and instants', async () => false, [null, 'instant', 'day']],
  ['days', async (dates) => (isInstant(dates) ? null : false), [null, 'day', 'day']],
  ['instants alone', async (dates) => (isInstant(dates) ? false : null), [null, 'instant', 'instant']],
  ['no dates', async () => null, ['refused', null, 'day']],
  ['any date, and lists everything', async () => true, ['ignored', 'instant', 'day']],
  ['no date to come', async (dates) => (isAhead(dates) ? null : true), [null, 'instant', 'day']],
])('a service that takes %s is found out', async (_, holds, [trouble, form, links]) => {
  const forms = createDateForms()
  expect(await troubleWithDates(forms, holds, today)).toBe(trouble)
  expect([forms.form(), forms.formOfLinks(), forms.isTrusted()]).toEqual([form, links, trouble === null])
})

test('what one has found out nobody asks for again', async () => {
  const forms = createDateForms()
  forms.trust(false)
  const trouble = troubleWithDates(forms, () => Promise.reject(new Error('nobody asks')), today)
  expect(await trouble).toBe(null)
})

test('of several first requests that are refused at once, the other form is still tried', async () => {
  const forms = createDateForms()
  const ask = () => forms.ask(async (form) => (form === 'day' ? form : null))
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['day', 'day', 'day'])
})

test('any other failure says nothing of how dates are taken', async () => {
  const forms = createDateForms()
  await expect(troubleWithDates(forms, () => Promise.reject(new Error('no answer')), today)).rejects.toThrow()
  expect(forms.isKnown()).toBe(false)
})
