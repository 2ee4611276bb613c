/** Apart from the hook, so that no first row of a list waits for how prices are read. */
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields } from '../contract/normal-records.ts'
import { DayValues, type PricesAnswer, pricesPath } from '../contract/prices.ts'
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
  const answer = await getJson(`${pricesPath}?${query}`, pricesPath, signal, { headers })
  if (!isPrices(answer)) throw unexpectedBody(pricesPath, 'prices')
  return { answer, values: new DayValues(answer, days.at(-1) ?? '') }
}

function isPrices(body: unknown): body is PricesAnswer {
  const { source, rows, faults } = asFields(body) ?? {}
  return asFields(source) !== null && Array.isArray(rows) && Array.isArray(faults)
}
