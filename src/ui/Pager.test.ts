import { expect, it } from 'vitest'
import { pageSummary } from './Pager.tsx'

it.each([
  [{ from: 1, to: 50, hasNext: true }, '1–50 of more than 50 vaults'],
  [{ from: 1, to: 50, hasNext: true, total: 25_012 }, '1–50 of 25,012 vaults'],
  [{ from: 1, to: 50, hasNext: true, total: 'counting' as const }, '1–50 vaults, counting…'],
  [{ from: 51, to: 73, hasNext: false }, '51–73 of 73 vaults'],
  [{ from: 51, to: 51, hasNext: false }, '51 of 51 vaults'],
  [{ from: 900_001, to: 900_200, hasNext: true }, '900,001–900,200 of more than 900,200 vaults'],
])('%j reads "%s"', (page, text) => {
  expect(pageSummary({ total: null, ...page, label: 'vaults' })).toBe(text)
})
