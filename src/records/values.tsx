/** Values beside amounts, at the operator's prices. */
import type { ReactNode } from 'react'
import { usePrices } from '../api/hooks.ts'
import type { DayPrices } from '../api/prices.ts'
import layout from '../ui/layout.module.css'
import { usePreferences } from './preferences.ts'
import { UntrustedText } from './text.tsx'

/** Prices of some days in the reader's currency, and values on the last one. `data` is undefined where the operator has no prices. */
export function useDayPrices(days: readonly string[]) {
  return usePrices(usePreferences().currency, days)
}

/** Every line of the file that could not be read. */
export function PriceFaults({ answer: { source, faults } }: Pick<DayPrices, 'answer'>): ReactNode {
  if (faults.length === 0) return null
  return (
    <details className={layout.small} data-print="hide">
      <summary>
        Not all of <UntrustedText text={source.name} /> could be read
      </summary>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>
            <UntrustedText text={fault} />
          </li>
        ))}
      </ul>
    </details>
  )
}
