import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Revision } from '../contract/revision.ts'
import { RecordsText } from './records-words.tsx'

const at = '2026-01-05T14:02:15.000Z'
const known: Revision = {
  ...{ revision: 'x.1', not_kept: null, as_of: at, read_whole: at, completeness: 'complete' },
  ...{ transactions: 25_000, reading: null, refused_lists: {}, dates: null, moments: null, silence: null },
}
const reading = { kind: 'first', begun: at, part: null }
const unread = { revision: null, as_of: null, transactions: null }

it.each<[string, Partial<Revision>]>([
  ['25,000 records as of 2026-01-05 14:02:15 UTC', {}],
  ['1 record as of 2026-01-05 14:02:15 UTC', { transactions: 1 }],
  ['Reading records', unread],
  ['Reading records, 12,000', { ...unread, reading: { ...reading, records: 12_000 } }],
  ['Checking, 12,000 of 25,000', { reading: { ...reading, records: 12_000 } }],
  [
    'Not answered since 2026-01-05 14:02:15 UTC (GTW-00)',
    { reading: { ...reading, records: 1 }, silence: { since: at, code: 'GTW-00' } },
  ],
  ['Not answered since 2026-01-05 14:02:15 UTC', { silence: { since: at, code: 'unreadable' } }],
  ['Records are not kept here', { ...unread, not_kept: 'none' }],
])('says how far the records are read: %s', (line, changes) => {
  const markup = renderToStaticMarkup(createElement(RecordsText, { revision: { ...known, ...changes } }))
  expect(markup.replace(/<[^>]*>/g, '')).toBe(line)
})
