import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, useFileDrop } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import type { Valuation } from './valuation.ts'

type Chosen = Omit<Valuation, 'day'>

/** Takes the reader's prices, and which currency of them counts. */
export function PricesButton({
  prices: chosen,
  onChange,
}: {
  prices: Chosen | null
  onChange: (prices: Chosen | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const read = async (file: File) => {
    setFailed(null)
    const { NoPrices, readPrices } = await import('./prices.ts')
    try {
      const prices = await readPrices(file)
      onChange({ prices, currency: prices.currencies[0] ?? '' })
      announce(`Prices from ${prices.name} are used.`)
    } catch (error) {
      setFailed(error instanceof NoPrices ? error.message : 'The file could not be read.')
    }
  }
  useFileDrop(([file]) => {
    if (file) void read(file)
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        aria-label="Add prices"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be chosen again after a change.
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <Button
        small
        icon={<FileUp aria-hidden />}
        title="A CSV file with the columns date, asset_id, currency and price. It stays in this browser."
        onClick={() => input.current?.click()}
      >
        {chosen ? 'Other prices' : 'Add prices'}
      </Button>
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
