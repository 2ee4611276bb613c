import { beforeEach, expect, test, vi } from 'vitest'
import type { StoredReconciliation } from './last-reconciliation.ts'

const result: StoredReconciliation = {
  sentence: 'All 24 assets agree',
  standing: 'agrees',
  asOf: '2026-01-01T00:00:30.000Z',
  session: 'mark-of-a',
}

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

test('what is kept is there again for its reader, and for nobody else', async () => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  })
  const { lastReconciliationOf } = await import('./last-reconciliation.ts')
  expect(lastReconciliationOf('a').load()).toBeNull()
  expect(lastReconciliationOf('a').save(result)).toBe(true)
  expect(lastReconciliationOf('a').load()).toEqual(result)
  expect(lastReconciliationOf('b').load()).toBeNull()
  lastReconciliationOf('b').save({ ...result, session: 'mark-of-b' })
  expect(lastReconciliationOf('a').load()).toEqual(result)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"sentence":"All agree"}',
  JSON.stringify({ ...result, asOf: 'yesterday' }),
])('%j is no result', async (text) => {
  vi.stubGlobal('localStorage', { getItem: () => text })
  const { lastReconciliationOf } = await import('./last-reconciliation.ts')
  expect(lastReconciliationOf('a').load()).toBeNull()
})
