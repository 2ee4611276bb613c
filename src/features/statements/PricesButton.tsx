import { useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { FileButton, SelectField, useFileDrop } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import type { ChosenPrices } from './valuation.ts'

const loadReader = () => import('./prices.ts')

/** Takes the reader's prices, and which currency of them counts. */
export function PricesButton({
  prices: chosen,
  onChange,
}: {
  prices: ChosenPrices | null
  onChange: (prices: ChosenPrices | null) => void
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const read = async (file: File) => {
    setFailed(null)
    const reader = await loadReader().catch(() => null)
    if (reader === null) return setFailed('The part of the console that reads prices could not be loaded.')
    try {
      const prices = await reader.readPrices(file)
      onChange({ prices, currency: prices.currencies[0] ?? '' })
      announce(`Prices from ${prices.name} are used.`)
    } catch (error) {
      setFailed(error instanceof reader.NoPrices ? error.message : 'The file could not be read.')
    }
  }
  useFileDrop(([file]) => {
    if (file) void read(file)
  })
  return (
    <>
      <FileButton
        label={chosen ? 'Other prices' : 'Add prices'}
        accept=".csv"
        title="A CSV file with the columns date, asset_id, currency and price. It stays in this browser."
        onChoose={(file) => void read(file)}
      />
      {chosen && chosen.prices.currencies.length > 1 && (
        <SelectField
          label="Currency"
          value={chosen.currency}
          onChange={({ target }) => onChange({ ...chosen, currency: target.value })}
        >
          {chosen.prices.currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
      )}
      {chosen && (
        <Button small kind="quiet" onClick={() => onChange(null)}>
          Remove prices
        </Button>
      )}
      {failed !== null && (
        <p className={layout.bad} role="alert">
          {failed}
        </p>
      )}
    </>
  )
}
