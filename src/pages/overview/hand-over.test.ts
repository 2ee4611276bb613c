import { expect, test } from 'vitest'
import type { ShiftFigures } from '../../contract/shift.ts'
import { handOverText } from './hand-over.ts'

const none = { count: 0, value: null }
const shift: ShiftFigures = {
  ...{ since: '2026-11-27T17:40:00.000Z', because: null, until: '2026-11-28T08:00:00.000Z' },
  sections: [
    {
      ...({ title: 'Did not complete', tone: 'warning', isRoutine: false } as const),
      lines: [
        {
          ...{ key: 'failed', text: 'failed', count: 25, href: '/transactions?changed_to=failed' },
          value: { text: '1,234.50 EUR', unpriced: 2 },
        },
        { key: 'rejected', text: 'rejected', href: '/transactions?changed_to=rejected', ...none },
      ],
    },
  ],
  in_flight: {
    ...{ count: 3, href: '/transactions?status=pending', value: null, undated: 1, oldest: '2 days' },
    ages: [
      { key: '2', text: 'for 2 days', count: 2, href: '/transactions?end_date=2026-11-26', value: null },
    ],
    dates: 'known',
  },
  ...{ href: '/changes?from=2026-11-27', unknown: [], as_of: '2026-11-28T08:00:00.000Z', doubts: [] },
}

test('a hand-over has the figures of the page, each with its whole link', () => {
  expect(handOverText(shift, 'https://console.example', 'utc')).toBe(`\
What happened since Fri 27 Nov, 17:40 UTC.
Records as of Sat 28 Nov, 08:00 UTC.

Did not complete:
- 25 failed, 1,234.50 EUR, 2 without a value
  https://console.example/transactions?changed_to=failed

In flight now: 3, oldest 2 days.
  https://console.example/transactions?status=pending
- 2 for 2 days
  https://console.example/transactions?end_date=2026-11-26
- 1 of unknown age

Everything that changed:
  https://console.example/changes?from=2026-11-27`)
  expect(handOverText({ ...shift, sections: [] }, '', 'utc')).toContain('\n\nNo change was seen.\n\n')
})

test('a hand-over says what is not known, and claims nothing of it', () => {
  const unknown = { ...shift, sections: [], until: null, unknown: ['No changes are kept yet.'] }
  const text = handOverText({ ...unknown, doubts: ['Transactions may be missing.'] }, '', 'utc')
  expect(text).toContain('No changes are kept yet.\nTransactions may be missing.\n\nIn flight now')
  expect(text).not.toContain('No change was seen')
})
