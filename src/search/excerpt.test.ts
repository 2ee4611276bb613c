import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('shows of a long note the line around the words', () => {
  const note = `${'before '.repeat(30)}the settlement\n${'after '.repeat(30)}`
  expect(excerpt(note, ['settlement'])).toBe(
    '…e before before the settlement after after after after after after after after …',
  )
  expect(excerpt('Payroll of October', ['october', 'payroll'])).toBe('Payroll of October')
})
