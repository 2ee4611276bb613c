import { describe, expect, it } from 'vitest'
import type { ChangeCount, RecordChange } from '../../contract/changes.ts'
import { seenBy } from './look.ts'
import { endsIn, newsOf } from './news.ts'

let readings = 0

/** Of a withdrawal that moved on from confirming, unless it says otherwise. */
function change(fields: Partial<RecordChange> = {}): RecordChange {
  readings += 1
  return {
    ...({ reading: readings, place: 1, kind: 'transaction', id: `t${readings}`, name: null } as const),
    ...{ asset_id: 'BTC', network_id: 'BTC', transaction_type: 'withdraw', amount: '5' },
    ...({ event: 'changed', before: 'confirming', after: 'completed', fields: [] } as const),
    ...{ since: null, seen: '2026-11-28T14:05:00.000Z', isWhole: false, ...fields },
  }
}

const unseen = { seen: Date.parse('2026-11-28T09:00:00.000Z'), looked: {} }

function answerOf(changes: readonly RecordChange[], more: readonly ChangeCount[] = []) {
  const counts = [
    ...changes.map(({ kind, event, before, after }) => ({ kind, event, before, after, count: 1 })),
    ...more,
  ]
  return { changes, counts }
}

function spelled(...given: Parameters<typeof newsOf>) {
  return newsOf(...given).sections.map(({ title, lines }) => [title, ...lines.map(({ text }) => text)])
}

describe('news', () => {
  it('has what should never happen first, then what failed, then lists, and many of one kind as a number', () => {
    const completed = Array.from({ length: 41 }, () => change())
    const others = [
      change({
        kind: 'entry',
        event: 'gone',
        name: 'Exchange',
        before: '{"asset_id":"BTC","address":"bc1q"}',
        after: null,
      }),
      change({ after: 'failed' }),
      change({ event: 'gone', before: 'completed', after: null }),
      change({ kind: 'holding', event: 'unexplained', id: 'v', name: 'Cold', before: '0', after: '2' }),
      change({ kind: 'balance', id: 'all', before: '1', after: '2' }),
    ]
    expect(spelled(answerOf([...completed, ...others]), [], unseen)).toEqual([
      [
        'Should never happen',
        'Withdraw 5 BTC is gone: the service no longer knows it',
        'BTC in Cold: what transactions do not explain, 0 → 2',
      ],
      ['Failed or rejected', 'Withdraw 5 BTC: confirming → failed'],
      ['Whitelists and vaults', 'Exchange: BTC bc1q removed'],
      ['Routine', '41 transactions completed', '1 change to balances'],
    ])
  })

  it('leads to the record, to a list of exactly these, or to all that changed since', () => {
    const hrefs = (changes: readonly RecordChange[], more: readonly ChangeCount[] = []) =>
      newsOf(answerOf(changes, more), [], unseen).sections.flatMap(({ lines }) =>
        lines.map(({ href }) => href),
      )
    const four = Array.from({ length: 4 }, () => change())
    const ids = four.map(({ id }) => `transaction_id=${id}`).join('&')
    expect(hrefs([change({ id: 'a' })])).toEqual(['/transactions/a'])
    expect(hrefs(four)).toEqual([`/transactions?${ids}`])
    expect(hrefs([change({ event: 'gone', after: null })])).toEqual([
      '/changes?from=2026-11-28T09%3A00%3A00.001',
    ])
    const rest = {
      kind: 'transaction',
      event: 'changed',
      before: 'pending',
      after: 'completed',
      count: 900,
    } as const
    expect(hrefs(four, [rest])).toEqual(['/changes?from=2026-11-28T09%3A00%3A00.001'])
    // The same transaction twice: four steps are no list of four.
    const steps = four.map((one) => ({ ...one, id: 'a', after: 'processing' }))
    expect(hrefs(steps)).toEqual(['/changes?from=2026-11-28T09%3A00%3A00.001'])
  })

  it('says a transaction once where its end has a line', () => {
    const [start, end] = [change({ id: 'a', after: 'confirming', before: 'pending' }), change({ id: 'a' })]
    expect(spelled(answerOf([end, start]), [], unseen)).toEqual([
      ['Routine', 'Withdraw 5 BTC: confirming → completed'],
    ])
  })

  it('has a number of what is new, which routine does not raise, and what is watched does', () => {
    const [failed, completed, watched] = [change({ after: 'failed' }), change(), change()]
    const news = newsOf(answerOf([failed, completed, watched]), [watched], unseen)
    expect(news.number).toBe(2)
    expect(news.sections.map(({ title, lines }) => [title, lines.length])).toEqual([
      ['Watched', 1],
      ['Failed or rejected', 1],
      ['Routine', 1],
    ])
    const later = newsOf(answerOf([change({ after: 'failed' }), failed, completed, watched]), [watched], {
      ...unseen,
      looked: news.numbers,
    })
    expect(later.number).toBe(1)
    expect(later.sections.flatMap(({ lines }) => lines.map(({ isNew }) => isNew))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

it('the end of what is watched is its latest change, if that is one', () => {
  const ended = change({ id: 'a' })
  const changes = [
    change({ id: 'b', event: 'gone', after: null }),
    change({ id: 'c', event: 'backwards', before: 'completed', after: 'confirming' }),
    change({ id: 'c' }),
    ended,
    change({ id: 'a', after: 'confirming' }),
  ]
  expect(endsIn(changes).map(({ id }) => id)).toEqual(['b', 'a'])
})

it('all that an answer tells is seen by the later of its last change and its last reading', () => {
  const until = '2026-11-28T14:05:00.000Z'
  expect(seenBy({ last: 0, until })).toBe(Date.parse(until))
  expect(seenBy({ last: Date.parse(until) + 5, until })).toBe(Date.parse(until) + 5)
  expect(seenBy({ last: 0, until: null })).toBe(0)
})
