import type { ReactNode } from 'react'
import { type ColumnPrices, currencyOf, usePrices } from '../api/prices.ts'
import type { DayPrices } from '../api/read-prices.ts'
import { dayOf, dayText } from '../contract/day.ts'
import type { Holding } from '../contract/normal-records.ts'
import type { HeldAsset } from '../contract/prices.ts'
import type { Column, RowData } from '../ui/data-table.ts'
import { SkeletonText } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { figureCells } from './amounts.tsx'
import { usePreferences } from './preferences.ts'
import { UntrustedItems, UntrustedText } from './text.tsx'

/** In the reader’s currency, unless another is asked for. `data` is undefined where the operator has no prices. */
export function useDayPrices(days: readonly string[], currency?: string) {
  const { currency: own } = usePreferences()
  return usePrices(currency ?? own, days)
}

export function usePricesNow(currency?: string, { enabled = true }: { readonly enabled?: boolean } = {}) {
  return useDayPrices(enabled ? [dayText(dayOf(Date.now()))] : [], currency)
}

export function heldAssets(holdings: readonly Holding[]): readonly HeldAsset[] {
  return holdings.map(({ asset_id, balances }) => ({ asset_id, held: balances.total_balance }))
}

export function valueColumns<R extends RowData>(
  prices: ColumnPrices,
  assetsOf: (row: R) => readonly HeldAsset[],
  { size = 144, shownIn }: { readonly size?: number; readonly shownIn?: string } = {},
): readonly Column<R>[] {
  if (prices === undefined) return []
  const values = typeof prices === 'string' ? null : prices.values
  const currency = currencyOf(prices)
  // In another measure than the figures before it, which do not hang over it.
  const {
    meta: { tail: _, ...meta },
    ...cells
  } = figureCells<R>((row) => values?.sumOf(assetsOf(row)) ?? null, [])
  return [
    {
      id: 'value',
      header: `Value (${currency})`,
      ...cells,
      ...(values === null && { cell: () => '\u00a0' }),
      size,
      meta: {
        ...meta,
        look(context) {
          const title = values?.whyNone(assetsOf(context.row.original))
          return { ...meta.look?.(context), ...(title && { title }) }
        },
        hint: values ? `${values.latestText} ${values.roundingText}` : 'At the last prices.',
        ...(shownIn && { shownIn }),
      },
    },
  ]
}

/** Its line is there before the prices, and before the assets, which are null until then. */
export function TotalValue({
  prices: { data, inColumns },
  assets,
}: Pick<PricedAssets, 'prices'> & { readonly assets: PricedAssets['assets'] | null }): ReactNode {
  if (inColumns === undefined) return null
  return (
    <p>
      Worth {data && assets ? <strong>{data.values.sumText(assets)}</strong> : <SkeletonText width="8rem" />}
    </p>
  )
}

/** What an amount is worth, or why nobody can say. Its line is there before its price. */
export function Worth({ asset }: { asset: HeldAsset }): ReactNode {
  const { inColumns, data } = usePricesNow()
  if (inColumns === undefined) return null
  const values = data?.values
  const why = values?.whyNone([asset]) ?? null
  return (
    <p className={layout.muted} aria-busy={!values || undefined}>
      {!values ? (
        <SkeletonText width="14rem" />
      ) : why === null ? (
        `Worth ${values.sumText([asset])} at the price of ${values.priceOf(asset.asset_id)?.date}`
      ) : (
        <UntrustedText text={why} />
      )}
    </p>
  )
}

interface PricedAssets {
  readonly prices: ReturnType<typeof useDayPrices>
  readonly assets: readonly HeldAsset[]
}

/** What the values rest on, and which prices could not be read. */
export function PricesNote({ prices: { data, inColumns, isError }, assets }: PricedAssets): ReactNode {
  if (isError) return <p className={layout.small}>Prices could not be read, so there are no values.</p>
  if (inColumns === undefined) return null
  if (!data)
    return (
      <p className={layout.small}>
        <SkeletonText width="20rem" />
      </p>
    )
  const { answer, values } = data
  return (
    <>
      <p className={layout.small}>
        <UntrustedText text={[...values.priceTexts(assets), values.roundingText].join(' ')} />
      </p>
      <PriceFaults answer={answer} />
    </>
  )
}

export function PriceFaults({ answer: { source, faults } }: Pick<DayPrices, 'answer'>): ReactNode {
  if (faults.length === 0) return null
  return (
    <details className={layout.small} data-print="hide">
      <summary>
        Not all of <UntrustedText text={source.name} /> could be read
      </summary>
      <ul>
        <UntrustedItems texts={faults} />
      </ul>
    </details>
  )
}
