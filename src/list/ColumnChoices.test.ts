import { expect, it } from 'vitest'
import { withColumn } from './ColumnChoices.tsx'

const known = ['type', 'status', 'amount', 'fee']

it.each([
  [['type', 'amount', 'fee'], 'status', ['type', 'status', 'amount', 'fee']],
  [['status', 'fee'], 'type', ['type', 'status', 'fee']],
  [['fee', 'amount', 'type'], 'status', ['fee', 'amount', 'type', 'status']],
])('shows a hidden column at its own place: %j with %s is %j', (columns, added, expected) => {
  expect(withColumn(columns, added, known)).toEqual(expected)
})
