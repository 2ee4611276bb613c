import { describe, expect, it } from 'vitest'
import { emptyInWords, undecidedInWords } from './empty-words.ts'

const empty = {
  noun: 'transactions',
  isFiltered: true,
  undecided: 0,
  completeness: 'complete',
  among: null,
} as const

describe('a list without rows', () => {
  it('does not say that nothing matches where it is not known', () => {
    expect(emptyInWords({ ...empty, undecided: 450 })).toEqual({
      title: 'No transactions are known to match',
      text: '450 transactions may or may not be in this period.',
    })
    expect(emptyInWords(empty).title).toBe('No transactions match')
  })

  it('counts as more only what comes on top of rows', () => {
    expect(undecidedInWords(450, 3)).toBe('450 more may be in this period')
    expect(undecidedInWords(1234, 0)).toBe('1,234 may be in this period')
  })
})
