import { afterEach, expect, test, vi } from 'vitest'
import { type LastResult, readLastResult, writeLastResult } from './last-result.ts'

const result: LastResult = {
  sentence: 'All 24 assets agree',
  standing: 'agrees',
  asOf: '2026-01-01T00:00:30.000Z',
  session: 'mark-of-a',
}

/** A browser's storage, as much of it as is used. */
function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('what is kept is there again, for the same key and account alone', () => {
  vi.stubGlobal('localStorage', storage())
  expect(readLastResult('a', 'mark-of-a')).toBeNull()
  writeLastResult('a', result)
  expect(readLastResult('a', 'mark-of-a')).toEqual(result)
  expect(readLastResult('a', 'mark-of-b')).toBeNull()
})

test('another account, or another service, neither sees it nor takes its place', () => {
  vi.stubGlobal('localStorage', storage())
  writeLastResult('a', result)
  expect(readLastResult('b', 'mark-of-a')).toBeNull()
  writeLastResult('b', { ...result, session: 'mark-of-b' })
  expect(readLastResult('a', 'mark-of-a')).toEqual(result)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"sentence":"All agree"}',
  JSON.stringify({ ...result, asOf: 'yesterday' }),
])('%j is no result', (text) => {
  vi.stubGlobal('localStorage', { getItem: () => text })
  expect(readLastResult('a', 'mark-of-a')).toBeNull()
})

test('without storage nothing is kept and nothing fails', () => {
  const refuse = () => {
    throw new Error('storage is off')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(() => writeLastResult('a', result)).not.toThrow()
  expect(readLastResult('a', 'mark-of-a')).toBeNull()
})
