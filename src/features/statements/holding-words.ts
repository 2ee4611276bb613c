/** Every sentence of the ledger of one holding. */
import { type DayNumber, dayStart } from '../../api/dates/day.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { BalanceSeries, DateMark } from './series.ts'
import type { Proof } from './statement.ts'
import { unprovedText } from './words.ts'

/** What its proof came to, as a headline and in sentences. */
export function proofWords(proof: Proof): { readonly title: string; readonly text: string } {
  if (proof.state === 'unproved')
    return { title: 'Not proved', text: proof.reasons.map(unprovedText).join(' ') }
  return {
    title: 'Proved',
    text:
      proof.entries === 0
        ? 'It never moved, and it holds nothing.'
        : `Taken back from the latest balance, ${counted(proof.entries, 'amount and fee', 'amounts and fees')} leave exactly zero before the first transaction. That proves sums, not days.`,
  }
}

/** The first and the last line of a ledger. A period that is not over has come to its balance so far. */
export const edgeLabels = {
  opening: 'Opening balance',
  closing: 'Closing balance',
  soFar: 'Balance so far',
} as const

/** How the rows are ordered. */
export const orderText =
  'No service tells the time of day: within a day, what came in stands before what went out.'

/** So many movements are listed on the page. A file has more of them. */
export const listedAtOnce = 1000

/** How many movements there are, where not all of them are listed. */
export function shortenedText(listed: number, count: number): string {
  return `The first ${countText(listed)} of ${countText(count)} movements. The closing balance counts all of them. Choose a shorter period to see the others, or save the ledger.`
}

export const nothingMoved = 'Nothing moved in this period.'
export const noBalance = 'No balance can be stated: the service gives no readable balance for today.'

/** What the chart shows. */
export function chartTitle({ unit }: Pick<BalanceSeries, 'unit'>): string {
  return unit === 'day'
    ? 'Balance at the end of each day'
    : 'Balance at the end of each month, and on the last day'
}

/** The same, with how many vaults it is of where there are several. */
export function seriesTitle(series: Pick<BalanceSeries, 'unit'>, vaults: number): string {
  return vaults === 1 ? chartTitle(series) : `${chartTitle(series)}, ${counted(vaults, 'vault')} together`
}

/** What its table shows. */
export function tableTitle({ unit }: Pick<BalanceSeries, 'unit'>): string {
  return unit === 'day'
    ? 'Balance at the end of each day on which it changed'
    : 'Balance at the end of each month in which it changed'
}

/** The date of a point: "Wed 18 Mar 2026". */
export function pointTitle(day: DayNumber): string {
  return pointDay.format(dayStart(day, 'utc'))
}

/** What stands under the chart at a date, and under the first and each January the year. */
export function markText(
  { day, as }: DateMark,
  isFirst: boolean,
): readonly [text: string, year: string | null] {
  const date = new Date(dayStart(day, 'utc'))
  const year = String(date.getUTCFullYear())
  if (as === 'year') return [year, null]
  const isNewYear = date.getUTCMonth() === 0 && (as === 'month' || date.getUTCDate() <= 14)
  return [(as === 'day' ? markDay : markMonth).format(date), isFirst || isNewYear ? year : null]
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
}

const pointDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const markDay = format({ day: 'numeric', month: 'short' })
const markMonth = format({ month: 'short' })
