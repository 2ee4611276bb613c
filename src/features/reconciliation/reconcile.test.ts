import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latestOf, reconcile, sentenceOf, standingOf } from './reconcile.ts'
import { books, type Lists } from './testing/books.ts'
import { problemInWords } from './words.ts'

/** Books of one cold vault that holds so much BTC, of which the balances say something. */
function holding(inVault: string, inBalances: string): Lists {
  const line = [`BTC ${inBalances}`]
  return { all: line, cold: line, vaults: { 'cold A': [`BTC ${inVault}`] } }
}

/** Reconciles a service that answers with these books, one reading after the other. */
function reconciled(...readings: readonly [Lists, ...Lists[]]) {
  let made = 0
  return reconcile(async (reading) => {
    made += 1
    expect(reading).toBe(made - 1)
    return books(readings[reading] ?? readings[0], reading)
  })
}

async function verdicts(...readings: readonly [Lists, ...Lists[]]): Promise<string[]> {
  const { findings } = await reconciled(...readings)
  return [...new Set(findings.map(({ verdict }) => verdict))]
}

const nothing = { assets: 0, agree: 0, differ: 0, oneSided: 0, unreadable: 0, changed: 0, parts: 0 }

describe('reconciliation', () => {
  test('reads once where everything agrees', async () => {
    const result = await reconciled(holding('1', '1.0'), holding('2', '1'))
    expect(result.readings).toHaveLength(1)
    expect(result.counts).toEqual({ ...nothing, assets: 1, agree: 1 })
    expect(result.readings[0]).toMatchObject({
      begun: '2026-01-01T00:00:00.000Z',
      ended: '2026-01-01T00:00:30.000Z',
      lists: { vaults: { begun: '2026-01-01T00:00:00.000Z' } },
    })
  })

  test('the same figures twice differ, and stand first', async () => {
    const result = await reconciled(holding('2', '1'), holding('2.0', '1.000'))
    expect(result.counts).toEqual({ ...nothing, assets: 1, differ: 1 })
    expect(result.readings.map(({ ended }) => ended)).toEqual([
      '2026-01-01T00:00:30.000Z',
      '2026-01-01T00:01:30.000Z',
    ])
    const [first] = result.findings
    expect(first?.verdict).toBe('differs')
    expect(first?.readings).toHaveLength(2)
    expect(first && latestOf(first)).toMatchObject({
      difference: '1',
      left: { value: '2' },
      right: { value: '1' },
    })
    const order = result.findings.map(({ verdict }) => verdict)
    expect(order.lastIndexOf('differs')).toBeLessThan(order.indexOf('agrees'))
  })

  test.each<readonly [string, Lists, Lists]>([
    ['agrees the second time', holding('2', '1'), holding('2', '2')],
    ['differs by other figures the second time', holding('2', '1'), holding('3', '1')],
    ['differs by as much with other figures', holding('2', '1'), holding('3', '2')],
    ['is gone the second time', holding('2', '1'), {}],
    ['is known to the other side the second time', { vaults: { 'cold A': ['BTC 1'] } }, holding('1', '1')],
    ['can be read the second time', holding('1', '-'), holding('1', '1')],
  ])('what %s has changed while being read', async (_, first, second) => {
    const result = await reconciled(first, second)
    expect(result.counts).toEqual({ ...nothing, assets: 1, changed: 1 })
    expect(result.findings[0]?.verdict).toBe('changed')
  })

  test('what began to differ in the second reading alone is not certain either', async () => {
    const first = holding('1', '1')
    const withOther = (lists: Lists, amount: string): Lists => ({
      ...lists,
      all: [...(lists.all ?? []), `ETH ${amount}`],
    })
    const result = await reconciled(withOther(first, '5'), withOther(holding('2', '1'), '5'))
    expect(result.counts).toEqual({ ...nothing, assets: 2, oneSided: 1, changed: 1 })
  })

  test('what moved between the readings and agrees in both, agrees', async () => {
    const moved = (amount: string): Lists => ({
      all: [`BTC ${amount}`, 'ETH 1'],
      cold: [`BTC ${amount}`],
      vaults: { 'cold A': [`BTC ${amount}`] },
    })
    expect((await reconciled(moved('1'), moved('2'))).counts).toEqual({
      ...nothing,
      assets: 2,
      agree: 1,
      oneSided: 1,
    })
  })

  test.each<readonly [string, Lists, string]>([
    ['one side only', { all: ['BTC 1'] }, 'one-sided'],
    ['no decimal', holding('1', '1e3'), 'unreadable'],
  ])('%s twice is said so', async (_, lists, verdict) => {
    expect(await verdicts(lists, lists)).toContain(verdict)
  })

  test('“all agree” stands above nothing that does not: a total that is not its parts is counted', async () => {
    const lists: Lists = { all: ['BTC 1 2'], cold: ['BTC 1 2'], vaults: { 'cold A': ['BTC 1 2'] } }
    const { counts, problems, findings } = await reconciled(lists, lists)
    expect(counts).toEqual({ ...nothing, assets: 1, parts: 1 })
    expect(sentenceOf({ counts, problems })).toBe(
      '0 of 1 asset agree, 1 has a total that is not the sum of its parts',
    )
    expect(standingOf({ counts, problems })).toBe('differs')
    expect(findings.filter(({ verdict }) => verdict === 'differs')).toHaveLength(3)
  })

  test('a vault that gets company is the same vault', async () => {
    const first: Lists = { all: ['BTC 1 2'], cold: ['BTC 1 2'], vaults: { 'cold A': ['BTC 1 2'] } }
    const second: Lists = { ...first, vaults: { ...first.vaults, 'warm B': [] } }
    expect(await verdicts(first, second)).toEqual(['differs', 'agrees'])
  })

  test('books without anything have nothing to compare', async () => {
    const { counts, problems, findings } = await reconciled({})
    expect(counts).toEqual(nothing)
    expect(findings).toEqual([])
    expect(sentenceOf({ counts, problems })).toContain('nothing to compare')
  })

  test('a failed reading fails the whole', async () => {
    await expect(reconcile(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  })
})

test.each([
  [{ assets: 24, agree: 24 }, 'All 24 assets agree'],
  [{ assets: 1, agree: 1 }, 'The one asset agrees'],
  [{ assets: 24, agree: 23, differ: 1 }, '23 of 24 assets agree, 1 differs'],
  [{ assets: 2, agree: 1, oneSided: 1 }, '1 of 2 assets agrees, 1 is on one side only'],
  [
    { assets: 9, differ: 2, oneSided: 2, unreadable: 4, changed: 1 },
    '0 of 9 assets agree, 2 differ, 2 are on one side only, 4 cannot be compared and 1 changed while being read',
  ],
])('%j is said in one sentence', (counts, sentence) => {
  expect(sentenceOf({ counts: { ...nothing, ...counts }, problems: [] })).toBe(sentence)
})

test('what is wrong with a record by itself is named, and stands in the sentence although all agrees', async () => {
  const negative: Lists = { all: ['BTC -1'], cold: ['BTC -1'], vaults: { 'cold A': ['BTC -1'] } }
  const { counts, problems } = await reconciled(negative, negative)
  expect(counts).toEqual({ ...nothing, assets: 1, agree: 1 })
  expect(problems.map(problemInWords)).toContain(
    'Vault A · A: BTC on N has a negative available balance, -1.',
  )
  expect(sentenceOf({ counts, problems })).toBe('The records have 6 problems, although the one asset agrees')
  expect(standingOf({ counts, problems })).toBe('differs')
})

test('counts add up, and nothing that stood in a reading is lost', async () => {
  const lines = fc.array(
    fc
      .tuple(fc.constantFrom('BTC', 'ETH', 'SOL'), fc.constantFrom('0', '1', '2', '-1', '-', 'x'))
      .map((parts) => parts.join(' ')),
    { maxLength: 4 },
  )
  const lists = fc.record({
    all: lines,
    cold: lines,
    warm: lines,
    vaults: fc.record({ 'cold A': lines, 'warm B': lines }),
  })
  await fc.assert(
    fc.asyncProperty(lists, lists, async (first, second) => {
      const { counts, findings, readings } = await reconciled(first, second)
      const { assets, ...others } = counts
      expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(assets)
      const ids = new Set(findings.map((finding) => latestOf(finding).asset_id))
      expect(ids.size).toBe(assets)
      // Whatever is called a difference stood so in both readings.
      for (const finding of findings)
        if (finding.verdict !== 'agrees' && finding.verdict !== 'changed') {
          expect(finding.readings).toHaveLength(readings.length)
          expect(new Set(finding.readings.map(({ comparison }) => comparison.verdict))).toEqual(
            new Set([finding.verdict]),
          )
        }
    }),
  )
})
