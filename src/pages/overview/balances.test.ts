import { expect, test } from 'vitest'
import type { Holding } from '../../contract/normal-records.ts'
import { DayValues } from '../../contract/prices.ts'
import type { ColdAndWarm } from '../../display/holdings/holdings.tsx'
import { normaliseHolding } from '../../sync/service/normalise.ts'
import { byValue, valueSplit } from './balances.ts'

const price = (asset_id: string, text: string) => ({
  ...{ asset_id, date: '2026-01-01', currency: 'EUR', price: text },
})
const values = new DayValues({ rows: [price('BTC', '50000'), price('ADA', '0.5')] }, '2026-01-02')
const holding = (asset_id: string, total_balance: string) =>
  normaliseHolding({ asset_id, network_id: asset_id, balances: { total_balance } })
const held = [holding('XLM', '9000'), holding('ADA', '100000'), holding('AAA', '1'), holding('BTC', '2')]

test('balances are ordered by value, and by name where they have no price', () => {
  expect(byValue(held, values).map(({ held: { asset_id } }) => asset_id)).toEqual([
    'BTC',
    'ADA',
    'AAA',
    'XLM',
  ])
})

test('values of cold and warm vaults are those of their parts; none where a part is not known', () => {
  const splitOf = ({ asset_id }: Holding): ColdAndWarm => ({
    ...{ cold: asset_id === 'BTC' ? '1.5' : null, warm: asset_id === 'BTC' ? '0.5' : '100000' },
    reading: 'read',
  })
  expect(valueSplit(held, splitOf, values)).toEqual({ cold: '75000', warm: '75000', reading: 'read' })
  const unknown = (): ColdAndWarm => ({ cold: '1', warm: null, reading: 'waiting' })
  expect(valueSplit(held, unknown, values)).toEqual({ cold: '50000.5', warm: null, reading: 'waiting' })
})

test('what has no price is not said to be nothing', () => {
  const splitOf = (): ColdAndWarm => ({ cold: '1', warm: '2', reading: 'read' })
  expect(valueSplit([holding('XLM', '3')], splitOf, values)).toBeNull()
})
