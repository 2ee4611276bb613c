/** The operator's prices, from the gateway. */
import { skipToken, useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields, asText } from '../contract/normal-records.ts'
import { DayValues, type Price, type PricesAnswer, pricesPath } from '../contract/prices.ts'
import { sessionMarkHeader } from '../contract/session.ts'
import { attendanceHeaders, getJson } from './request.ts'
import { useSession } from './session.ts'

export interface DayPrices {
  readonly answer: PricesAnswer
  readonly values: DayValues
}

/** The currency of prices that are on their way has a column before they come. Undefined where the operator has none. */
export type ColumnPrices = Pick<DayPrices, 'values'> | string | undefined

export function currencyOf(prices: ColumnPrices): string | undefined {
  return typeof prices === 'object' ? prices.values.currency : prices
}

/**
 * Prices of some days, in a currency if the operator has it; otherwise in the first. Of an open pack nobody may be asked: it has prices of the
 * days at both ends of its period.
 */
export function usePrices(wanted: string | null, days: readonly string[]) {
  const { mark = null, currencies = [] } = useSession().data ?? {}
  const currency = currencies.find((one) => one === wanted) ?? currencies[0]
  const isAsked = mark !== null && currency !== undefined
  const { data, isError, isLoading, isPending } = useQuery({
    queryKey: ['prices', mark, currency, days],
    queryFn: isAsked ? ({ signal }) => readPrices(mark, currency, days, signal) : skipToken,
    staleTime: 60_000,
  })
  return { data, isError, isLoading, inColumns: data ?? (isAsked && isPending ? currency : undefined) }
}

async function readPrices(
  session: string,
  currency: string,
  days: readonly string[],
  signal?: AbortSignal,
): Promise<DayPrices> {
  const query = new URLSearchParams([['currency', currency], ...days.map((day) => ['day', day])])
  const headers = { accept: 'application/json', [sessionMarkHeader]: session, ...attendanceHeaders() }
  const answer = pricesAnswer(await getJson(`${pricesPath}?${query}`, pricesPath, signal, { headers }))
  return dayPrices(answer, days)
}

function dayPrices(answer: PricesAnswer, days: readonly string[]): DayPrices {
  return { answer, values: new DayValues(answer, days.at(-1) ?? '') }
}

function pricesAnswer(body: unknown): PricesAnswer {
  const { source, rows, faults } = asFields(body) ?? {}
  return {
    source: { name: textIn(source, 'name'), sha256: textIn(source, 'sha256') },
    rows: listOf(rows).map(
      (row): Price => ({
        date: textIn(row, 'date'),
        asset_id: textIn(row, 'asset_id'),
        currency: textIn(row, 'currency'),
        price: textIn(row, 'price'),
      }),
    ),
    faults: listOf(faults).map((fault) => asText(fault) ?? unreadable()),
  }
}

function textIn(value: unknown, name: string): string {
  return asText(asFields(value)?.[name]) ?? unreadable()
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : unreadable()
}

function unreadable(): never {
  throw unexpectedBody(pricesPath, 'prices')
}
