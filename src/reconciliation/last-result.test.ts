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
  expect(readLastResult('mark-of-a')).toBeNull()
  writeLastResult(result)
  expect(readLastResult('mark-of-a')).toEqual(result)
  expect(readLastResult('mark-of-b')).toBeNull()
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
  expect(readLastResult('mark-of-a')).toBeNull()
})

test('without storage nothing is kept and nothing fails', () => {
  const refuse = () => {
    throw new Error('storage is off')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(() => writeLastResult(result)).not.toThrow()
  expect(readLastResult('mark-of-a')).toBeNull()
})
