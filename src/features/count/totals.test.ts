import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { Totals } from './totals.ts'

const anyRow = fc.record({
  asset_id: fc.constantFrom('BTC', 'ETH', '__proto__', 'constructor', null),
  status: fc.constantFrom('completed', 'failed', '","'),
  amount: fc.constantFrom('0.1', '-3', `${'9'.repeat(78)}`, '0.000000000000000001', 'n/a', '', null),
  fee: fc.constantFrom('0', '1.50', '1e3'),
})

test('every row is in one group, and every amount is added or counted apart', () => {
  fc.assert(
    fc.property(fc.array(anyRow), (rows) => {
      const collector = new Totals(['asset_id', 'status'], ['amount', 'fee'])
      for (const row of rows) collector.add(row)
      for (const { values, ...group } of collector.groups()) {
        const members = rows.filter(({ asset_id, status }) => asset_id === values[0] && status === values[1])
        const readable = members.flatMap(({ amount }) => readDecimal(amount) ?? [])
        expect(group.rows).toBe(members.length)
        const [sum] = group.sums
        expect(writeDecimal(sum?.sum ?? zero)).toBe(writeDecimal(readable.reduce(add, zero)))
        expect(sum?.unreadable).toBe(members.length - readable.length)
      }
      expect(collector.groups().reduce((sum, group) => sum + group.rows, 0)).toBe(rows.length)
    }),
  )
})

test('totals do not fill the memory with groups', () => {
  const collector = new Totals(['id'], [])
  expect(() => {
    for (let id = 0; id <= 100_000; id++) collector.add({ id: String(id) })
  }).toThrow(RangeError)
})
