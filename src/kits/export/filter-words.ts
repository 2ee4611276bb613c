import type { FilterValue } from '../../contract/endpoints.ts'
import { changeFilterInWords, periodFilterInWords } from '../../display/change-filter.ts'
import { labelOf, parameterLabel, statusLabels, typeLabels } from '../../display/labels.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { valuesOf } from '../../url/page-state.ts'

/** "2026-10-01 – 2026-10-31 · Pending · Asset ETH", "No filter". */
export function wordsOfFilter(filter: Readonly<Partial<Record<string, FilterValue>>>): string {
  const { start_date, end_date, changed_since, changed_to, ...others } = filter
  const isDated = start_date !== undefined || end_date !== undefined
  const isChanged = changed_since !== undefined || changed_to !== undefined
  const set = Object.entries(others).map(([name, value]) => {
    const labels = valuesOf(value).map((one) => choiceLabel(name, one))
    return labels.every((label) => label !== undefined)
      ? labels.join(' or ')
      : `${parameterLabel(name)} ${valuesOf(value).join(' or ')}`
  })
  const all = [
    ...(isDated ? [periodFilterInWords(filter)] : []),
    ...(isChanged ? [`Changed ${changeFilterInWords(filter)}`] : []),
    ...set,
  ]
  return all.length === 0 ? 'No filter' : all.map(withHiddenNamed).join(' · ')
}

function choiceLabel(name: string, value: string): string | undefined {
  if (name === 'status') return labelOf(statusLabels, value)?.label
  return name === 'transaction_type' ? labelOf(typeLabels, value) : undefined
}
