import { expect, test } from 'vitest'
import type { Transaction } from '../../api/records.ts'
import type { EntryInShort } from './testing/records.ts'
import { found, reviewOf, reviewWhitelist, withdrawal, xrpEntry } from './testing/records.ts'

const entry = { ...xrpEntry, memo: '0007' }
const sent = (memo: string | null, fields: Partial<Parameters<typeof withdrawal>[0]> = {}) =>
  withdrawal({ to: xrpEntry.address, asset: 'XRP', network: 'XRP', named: 'a', memo, ...fields })

test.each<readonly [string, EntryInShort, Transaction, [severity: string, because: RegExp] | null]>([
  ['its memo', entry, sent('0007'), null],
  ['no memo', entry, sent(''), ['high', /^1 completed withdrawal without the entry’s memo/]],
  ['no memo that the service tells', entry, sent(null), null],
  ['its memo without the zeros', entry, sent('7'), ['high', /without its leading zeros/]],
  ['another memo', entry, sent('8'), ['high', /with a memo other than the entry’s/]],
  ['a memo where the entry has none', { ...xrpEntry, memo: '' }, sent('8'), ['medium', /the entry has none/]],
  ['a note where no memo is', { address: 'x' }, withdrawal({ to: 'x', named: 'a', memo: 'rent' }), null],
  ['another memo, by name of nobody', entry, sent('8', { named: '' }), ['high', /a memo other than/]],
  ['another memo, for another asset', entry, sent('8', { asset: 'SOLO' }), null],
  ['another memo, rejected', entry, sent('8', { status: 'rejected' }), null],
  ['another memo, of a type that is not told', entry, sent('8', { type: null }), null],
])('a withdrawal with %s', (_what, listed, withdrawal, expected) => {
  const findings = found('other-memo', [reviewWhitelist('a', listed)], [withdrawal])
  expect(findings).toHaveLength(expected === null ? 0 : 1)
  if (expected === null) return
  expect(findings[0]?.severity).toBe(expected[0])
  expect(findings[0]?.because).toMatch(expected[1])
})

test('is held against the whitelist that it names, and its memos are told', () => {
  const lists = [reviewWhitelist('a', entry), reviewWhitelist('b', { ...xrpEntry, memo: '8' })]
  const withdrawals = [
    sent('8'),
    sent('9'),
    sent('8', { named: 'b' }),
    sent('', { id: 'none' }),
    sent('0007'),
  ]
  const findings = found('other-memo', lists, withdrawals)
  expect(
    findings.map(({ sentMemos, subjects: [{ entries, uses }] }) => [
      sentMemos,
      entries.map(({ whitelist_id }) => whitelist_id),
      uses.completed,
    ]),
  ).toEqual([
    [['8', '9'], ['a'], 2],
    [[''], ['a'], 1],
  ])
})

test('however many there are, a few memos are kept, and counts are grouped', () => {
  const many = Array.from({ length: 1500 }, (_, at) => sent(String(at + 8)))
  const [finding] = reviewOf([reviewWhitelist('a', entry)], many).findings
  expect(finding?.because).toMatch(/^1,500 completed withdrawals/)
  expect(finding?.sentMemos).toEqual(['8', '9', '10', '11'])
})
