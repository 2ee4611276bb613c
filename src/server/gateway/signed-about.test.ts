import { expect, it } from 'vitest'
import type { Subject } from '../../evidence/about.ts'
import { claimsOf } from './signed-about.ts'

const october = { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z', zone: 'UTC' }
const subject: Subject = {
  ...{ kind: 'list', name: 'transactions', period: october, vaults: null },
  ...{ parameters: {}, sort: null, columns: null },
}

function reasonsOf(asOf: string, wholeBegun: string | null, changes: Partial<Subject> = {}) {
  const readWhole = wholeBegun === null ? null : readingAt(wholeBegun)
  const made = { completeness: 'complete', reasons: [] } as const
  return claimsOf({ asOf, readWhole }, made, { what: { ...subject, ...changes }, stated: {} }).reasons
}

function readingAt(begun: string) {
  return { completeness: 'complete', doubts: [], begun, ended: begun } as const
}

it('a period is complete only when everything was read after its end', () => {
  const after = '2026-11-01T00:00:01.000Z'
  const before = '2026-10-31T23:59:59.000Z'
  expect(reasonsOf(after, after)).toEqual([])
  expect(reasonsOf(before, before)).toEqual(['The period is not over: it is complete so far.'])
  expect(reasonsOf(after, before)).toEqual([
    expect.stringMatching(/^All records were last read at 2026-10-31T/),
  ])
  expect(reasonsOf(after, null)).toEqual(['Not all of the account has been read yet.'])
  expect(reasonsOf(before, null, { period: null })).toEqual([])
  expect(reasonsOf(before, null, { period: { ...october, before: null } })).toEqual([])
})

it('a day of a service that does not say its zone may end twelve hours later', () => {
  const period = { ...october, zone: 'service' }
  expect(reasonsOf('2026-11-01T11:00:00.000Z', null, { period })).toEqual([expect.stringMatching(/not over/)])
  const later = '2026-11-01T12:00:00.000Z'
  expect(reasonsOf(later, later, { period })).toEqual([])
})

it('what may not be whole says why, or that nobody can say', () => {
  const readWhole = readingAt('2026-11-02T00:00:00.000Z')
  const claims = (reasons: readonly string[]) =>
    claimsOf(
      { asOf: readWhole.begun, readWhole },
      { completeness: 'read-once', reasons },
      { what: subject, stated: {} },
    )
  expect(claims(['It moved.']).reasons).toEqual(['It moved.'])
  expect(claims([]).reasons).toEqual(['It could not be shown that everything was read.'])
})
