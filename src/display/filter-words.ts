/** A filter in words: a chip has those of its group, and a file those of all. What search understood is a sentence, `src/search/filter-sentence.ts`. */
import type { FilterValue } from '../contract/endpoints.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { valuesOf } from '../url/page-state.ts'
import { instantText } from './instant.ts'
import { labelOf, parameterLabel, statusLabels, typeLabels } from './labels.ts'
import { withHiddenNamed } from './untrusted-text.ts'

type Filter = Readonly<Partial<Record<string, FilterValue>>>

/** "2026-10-01 – 2026-10-31 · Pending · Amount over 5 · Asset ETH", "No filter". */
export function wordsOfFilter(filter: Filter): string {
  const { start_date, end_date, changed_since, changed_to, ...undated } = filter
  const { amount_from, amount_over, amount_to, amount_under, ...others } = undated
  const isDated = start_date !== undefined || end_date !== undefined
  const isChanged = changed_since !== undefined || changed_to !== undefined
  const amounts = amountsInWords(filter)
  const all = [
    ...(isDated ? [periodFilterInWords(filter)] : []),
    ...(isChanged ? [`Changed ${changeFilterInWords(filter)}`] : []),
    ...(amounts === '' ? [] : [`Amount ${amounts}`]),
    ...Object.entries(others).map(([name, value]) => valuesInWords(name, valuesOf(value))),
  ]
  return all.length === 0 ? 'No filter' : all.map(withHiddenNamed).join(' · ')
}

function valuesInWords(name: string, values: readonly string[]): string {
  if (name === 'status' && isAllInFlight(values)) return inFlightTitle
  const labels = values.map((value) => choiceLabel(name, value))
  return labels.every((label) => label !== undefined)
    ? labels.join(' or ')
    : `${parameterLabel(name)} ${values.join(' or ')}`
}

function choiceLabel(name: string, value: string): string | undefined {
  if (name === 'status') return labelOf(statusLabels, value)?.label
  return name === 'transaction_type' ? labelOf(typeLabels, value) : undefined
}

/** What all open statuses are called together. */
export const inFlightTitle = 'In flight'

export function isAllInFlight(statuses: readonly string[]): boolean {
  return statuses.length === openStatuses.length && openStatuses.every((one) => statuses.includes(one))
}

/** "2026-10-01 – 2026-10-31", "from 2026-10-01", "until 2026-10-31". */
export function periodFilterInWords({ start_date, end_date }: Filter): string {
  const [[start], [end = '']] = [valuesOf(start_date), valuesOf(end_date)]
  if (start === undefined) return `until ${end}`
  if (end === '') return `from ${start}`
  return start === end ? start : `${start} – ${end}`
}

/** "to failed or rejected, since 2026-11-27 17:40:00 UTC". */
export function changeFilterInWords({ changed_to, changed_since }: Filter): string {
  const [since] = valuesOf(changed_since)
  const outcomes = valuesOf(changed_to).map((to) => changeOutcomeLabel(to).toLowerCase())
  const to = outcomes.length === 0 ? '' : `${outcomes[0] === 'new' ? '' : 'to '}${outcomes.join(' or ')}`
  return [to, since && `since ${instantText(since)}`].filter(Boolean).join(', ')
}

export function changeOutcomeLabel(outcome: string): string {
  return outcome === 'new' ? 'New' : (labelOf(statusLabels, outcome)?.label ?? outcome)
}

/** "exactly 100", "1 – 5", "over 1000, at most 5000"; empty without a bound. */
export function amountsInWords({ amount_from, amount_over, amount_to, amount_under }: Filter): string {
  const [from] = valuesOf(amount_from)
  const [over] = valuesOf(amount_over)
  const [to] = valuesOf(amount_to)
  const [under] = valuesOf(amount_under)
  if (from !== undefined && from === to && over === undefined && under === undefined) return `exactly ${from}`
  const isRange = from !== undefined && to !== undefined
  return [
    isRange ? `${from} – ${to}` : from && `at least ${from}`,
    over && `over ${over}`,
    !isRange && to && `at most ${to}`,
    under && `under ${under}`,
  ]
    .filter(Boolean)
    .join(', ')
}
