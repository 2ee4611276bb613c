import FileUp from 'lucide-react/icons/file-up'
import { type ReactNode, useRef, useState } from 'react'
import { rounded, writeDecimal } from '../../contract/decimal.ts'
import { Amount } from '../../records/Amount.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import type { AssetLines } from './statement.ts'
import styles from './statements.module.css'
import { totalValue, type Valuation } from './valuation.ts'
import { noPricesTexts, pricesWords } from './words.ts'

/** Takes the reader's prices, and says what everything is worth at them. */
export function ValuationBar({
  statement,
  day,
  valuation,
  onChange,
}: {
  statement: readonly AssetLines[]
  /** The last day of the statement. */
  day: string
  valuation: Valuation | null
  onChange: (valuation: Valuation | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const read = async (file: File) => {
    setFailed(null)
    // What reads the file is fetched for those who bring one.
    const { NoPrices, readPrices } = await import('./prices.ts')
    try {
      const prices = await readPrices(file)
      onChange({ prices, currency: prices.currencies[0] ?? '', day })
      announce(pricesWords.read(prices.name))
    } catch (error) {
      setFailed(noPricesTexts[error instanceof NoPrices ? error.why : 'no-text'])
    }
  }
  useFileDrop(([file]) => {
    if (file) void read(file)
  })
  return (
    <div className={styles.valuation}>
      <div className={styles.tools} data-print="hide">
        <input
          ref={input}
          type="file"
          accept=".csv"
          hidden
          aria-label={pricesWords.choose}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // The same file may be chosen again, after it was changed.
            currentTarget.value = ''
            if (file) void read(file)
          }}
        />
        <Button small icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
          {valuation ? pricesWords.chooseOther : pricesWords.choose}
        </Button>
        {valuation ? (
          <Button small kind="quiet" onClick={() => onChange(null)}>
            {pricesWords.remove}
          </Button>
        ) : (
          <span className={styles.muted}>{pricesWords.hint}</span>
        )}
      </div>
      {failed !== null && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
      {valuation && (
        <Worth statement={statement} valuation={valuation}>
          {valuation.prices.currencies.length > 1 && (
            <SelectField
              label="Currency"
              value={valuation.currency}
              onChange={({ target }) => onChange({ ...valuation, currency: target.value })}
            >
              {valuation.prices.currencies.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </SelectField>
          )}
        </Worth>
      )}
    </div>
  )
}

function Worth({
  statement,
  valuation,
  children,
}: {
  statement: readonly AssetLines[]
  valuation: Valuation
  /** The choice of the currency. */
  children: ReactNode
}) {
  const { prices, currency, day } = valuation
  const { sum, valued, missing } = totalValue(statement, valuation)
  return (
    <Box label="Value">
      <BoxTitle>
        <Amount value={writeDecimal(rounded(sum, 2))} asset={currency} /> at the end of {day}
      </BoxTitle>
      <div className={styles.currency} data-print="hide">
        {children}
      </div>
      <BoxNote>
        {pricesWords.valued(valued)}{' '}
        {missing.length > 0 && <UntrustedText text={pricesWords.missing(missing)} />}
      </BoxNote>
      <BoxNote>
        Prices from <UntrustedText text={prices.name} />, SHA-256{' '}
        <code className={styles.digest}>{prices.sha256}</code>. {pricesWords.rounding}
      </BoxNote>
      {prices.faults.length > 0 && <BoxNote>{pricesWords.faults(prices.faults)}</BoxNote>}
    </Box>
  )
}
