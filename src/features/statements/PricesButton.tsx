import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, useFileDrop } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import type { NoPrices as PricesRefusal } from './prices.ts'
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
    // What reads the file is fetched for those who bring one.
    const { NoPrices, readPrices } = await import('./prices.ts')
    try {
      const prices = await readPrices(file)
      onChange({ prices, currency: prices.currencies[0] ?? '' })
      announce(`Prices from ${prices.name} are used.`)
    } catch (error) {
      setFailed(noPricesTexts[error instanceof NoPrices ? error.why : 'no-text'])
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
          // The same file may be chosen again, after it was changed.
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

/** Why a file holds no prices. */
const noPricesTexts: Readonly<Record<PricesRefusal['why'], string>> = {
  'too-big': 'The file is larger than 64 MiB. Leave out what is not needed.',
  'no-text': 'The file could not be read as text. Save it as CSV in UTF-8.',
  'no-columns': 'The file has no header with date, asset_id, currency and price.',
  empty: 'The file has no line with a price.',
}
