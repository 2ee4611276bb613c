import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestName, nameProblem, readViews, type SavedView, tidyName } from './saved-views.ts'

const failed: SavedView = { name: 'Failed', href: '/transactions?status=failed' }

describe('what is kept', () => {
  test('reads back as it was written', () => {
    const views = fc.uniqueArray(
      fc.record({
        name: fc.string({ unit: 'grapheme', maxLength: 20 }).map(tidyName).filter(isAllowed),
        href: fc.constantFrom('/transactions', '/vaults?asset_id=BTC', '/whitelists', '/balances/warm'),
      }),
      { selector: ({ name }) => name.toLowerCase() },
    )
    fc.assert(
      fc.property(views, (some) => {
        expect(readViews(json(some))).toEqual(some)
      }),
    )
  })

  test.each([
    ['nothing', null, []],
    ['an empty list', '[]', []],
    ['no JSON', '[{"name":', []],
    ['no list', '{"name":"Failed","href":"/transactions"}', []],
    ['a link to elsewhere', json([{ name: 'Bad', href: 'https://evil.example/vaults' }, failed]), [failed]],
    ['no name', json([{ name: ' ', href: '/vaults' }, { href: '/vaults' }, failed]), [failed]],
    ['one name twice', json([failed, { name: 'FAILED', href: '/vaults' }]), [failed]],
    [
      'a name with hidden characters, of before they were left out',
      json([{ ...failed, name: 'Fai\u202eled\u0000' }]),
      [failed],
    ],
    ['a name of hidden characters alone', json([{ ...failed, name: '\u200b\u202e' }]), []],
    ['an open record', json([{ ...failed, href: `${failed.href}&tx=t-1` }]), [failed]],
  ])('%s', (_what, stored, views) => {
    expect(readViews(stored)).toEqual(views)
  })
})

describe('a name', () => {
  test.each([
    ['Payments', null],
    [' Cold  BTC ', /called “Cold BTC” already/],
    ['cold btc', /called “Cold BTC” already/],
    ['', /Give the view a name/],
    [' \t ', /Give the view a name/],
    ['\u0000\u202e', /Give the view a name/],
    ['Cold\u200b \u202eBTC', /called “Cold BTC” already/],
    ['x'.repeat(longestName), null],
    ['x'.repeat(longestName + 1), /at most 60/],
    ['🪙'.repeat(longestName), null],
  ])('%j', (name, problem) => {
    const found = nameProblem(name, ['Cold BTC'])
    if (problem === null) expect(found).toBeNull()
    else expect(found).toMatch(problem)
  })
})

function isAllowed(name: string): boolean {
  return nameProblem(name, []) === null
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
