/** Fields before and after, as rows of reports of changes have them. */
import type { FieldChange } from '../../changes/pairs.ts'
import { groupedDecimal } from '../../contract/count-text.ts'
import type { ReportColumn } from '../../contract/report.ts'
import { fieldLabel } from './field-labels.ts'

export const changeColumn: ReportColumn = { name: 'change', label: 'What', kind: 'verdict' }

/** Amounts have commas on screen only. */
export const differencesColumns = (['never', 'only'] as const).map(
  (inFile): ReportColumn => ({
    name: inFile === 'only' ? 'differences' : 'differences_shown',
    label: 'Before and after',
    kind: 'sentence',
    inFile,
  }),
)

export function differenceCells(fields: readonly FieldChange[], ...more: readonly string[]) {
  const shown = fields.map(({ field, before, after }) =>
    differenceText({ field, before: withGroups(field, before), after: withGroups(field, after) }),
  )
  return {
    differences: [...fields.map(differenceText), ...more].join('; '),
    differences_shown: [...shown, ...more].join('; '),
  }
}

export function differenceText({ field, before, after }: FieldChange): string {
  return `${fieldLabel(field)}: ${before || 'none'}, now ${after || 'none'}`
}

function withGroups(field: string, value: string | null): string | null {
  return value && (field === 'amount' || field === 'fee') ? groupedDecimal(value) : value
}
