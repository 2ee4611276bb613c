import { skipToken, useQuery } from '@tanstack/react-query'
import type { DayPrices } from './read-prices.ts'
import { useSession } from './session.ts'

/** The currency of prices that are on their way has a column before they come. Undefined where the operator has none. */
export type ColumnPrices = Pick<DayPrices, 'values'> | string | undefined

export function currencyOf(prices: ColumnPrices): string | undefined {
  return typeof prices === 'object' ? prices.values.currency : prices
}

/**
 * Prices of some days, in a currency if the operator has it; otherwise in the first. No days ask for none. Of an open pack nobody may be asked: it has prices of the
 * days at both ends of its period.
 */
export function usePrices(wanted: string | null, days: readonly string[]) {
  const { fingerprint = null, currencies = [] } = useSession().data ?? {}
  const currency = currencies.find((one) => one === wanted) ?? currencies[0]
  const isAsked = fingerprint !== null && currency !== undefined && days.length > 0
  const { data, isError, isLoading, isPending } = useQuery({
    queryKey: ['prices', fingerprint, currency, days],
    queryFn: isAsked
      ? async ({ signal }) =>
          (await import('./read-prices.ts')).readPrices(fingerprint, currency, days, signal)
      : skipToken,
    staleTime: 60_000,
    // Its script may not be there.
    throwOnError: false,
  })
  return { data, isError, isLoading, inColumns: data ?? (isAsked && isPending ? currency : undefined) }
}
