import { expect, test } from 'vitest'
import { beforeFirstPage } from '../../../api/walk/walk.ts'
import { packRequest, request } from '../testing/scripted-jobs.ts'
import { filterWords, requestWords, trayTitle, trayWords } from './words.ts'

test.each([
  [['complete', 'incomplete', 'broken'], 'Exports'],
  [['reading'], '1 export running'],
  [['waiting', 'reading'], '2 exports running'],
  [['paused'], '1 export paused'],
  [['paused', 'complete'], '1 of 2 exports paused'],
  [['failed'], '1 export needs you'],
  [['failed', 'sign-in-needed'], '2 exports need you'],
  [['reading', 'paused', 'sign-in-needed', 'complete'], '4 exports: 1 running, 1 paused, 1 needs you'],
] as const)('over %j stands %j', (phases, title) => {
  expect(trayTitle(phases)).toBe(title)
})

test.each([
  [{ list: 'transactions', filter: {} }, 'No filter'],
  [{ list: 'transactions', filter: { status: 'pending', asset_id: 'ETH' } }, 'Status pending, Asset ETH'],
  [{ list: 'balances', filter: {} }, 'No filter'],
  [{ list: 'balances-cold', filter: {} }, 'Cold'],
  [{ list: 'balances-warm', filter: { asset_id: 'ETH' } }, 'Warm, Asset ETH'],
] as const)('the filter of %j is called %j', (query, words) => {
  expect(filterWords(query)).toBe(words)
})

test('a pack says of which period it is, and which of its parts is read', () => {
  expect(requestWords(packRequest)).toBe('Q3 2026, all vaults and assets')
  expect(requestWords(request)).toBe('No filter')
  const part = { name: 'Whitelist review', number: 4, of: 5 }
  const progress = { ...beforeFirstPage, rows: 1200, bytes: 5, dates: null, part }
  expect(trayWords.progress(progress, 3000, 0)).toBe(
    'Part 4 of 5, whitelist review: 1,200 records so far; 3 s.',
  )
  expect(trayWords.finished(null, 'Rate limit')).toBe('The user stopped it after an error (Rate limit).')
})

test('a running export tells its rate in whole records', () => {
  const progress = { ...beforeFirstPage, rows: 1200, pages: 2, bytes: 5, dates: null, times: null }
  expect(trayWords.progress(progress, 33_670, 35.64045904911255)).toBe(
    '1,200 records, 2 pages, 5 bytes; 34 s, 36 a second.',
  )
})
