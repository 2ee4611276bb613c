/** Apart from the hook, so that no first row of a list waits for how prices are read. */
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields, asText } from '../contract/normal-records.ts'
import { DayValues, type Price, type PricesAnswer, pricesPath } from '../contract/prices.ts'
import { sessionFingerprintHeader } from '../contract/session.ts'
import { attendanceHeaders, getJson } from './request.ts'

export interface DayPrices {
  readonly answer: PricesAnswer
  readonly values: DayValues
}

export async function readPrices(
  session: string,
  currency: string,
  days: readonly string[],
  signal?: AbortSignal,
): Promise<DayPrices> {
  const query = new URLSearchParams([['currency', currency], ...days.map((day) => ['day', day])])
  const headers = { accept: 'application/json', [sessionFingerprintHeader]: session, ...attendanceHeaders() }
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
