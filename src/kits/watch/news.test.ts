import { expect, test } from 'vitest'
import type { RecordChange } from '../../contract/changes.ts'
import type { ShiftSection } from '../../contract/shift.ts'
import { endsIn, newsCount } from './news.ts'

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

const section = (key: string, count: number, isRoutine = false): ShiftSection => ({
  ...({ title: key, tone: 'neutral', isRoutine } as const),
  lines: [{ key, count, text: key, href: '/', value: null }],
})

test('news are counted without routine, and what is watched once', () => {
  const shift = { sections: [section('failed', 2), section('completed', 41, true)] }
  const [completed, failed] = [change(), change({ after: 'failed' })]
  expect(newsCount(shift, [])).toBe(2)
  expect(newsCount(shift, [completed, failed])).toBe(3)
})

test('the end of what is watched is its latest change, if that is one', () => {
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
