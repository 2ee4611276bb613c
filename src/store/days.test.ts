import { describe, expect, it } from 'vitest'
import { dayLength } from '../contract/day.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { accountsIn, lease, readWholeLists, withIds } from './testing/records.ts'

describe.each(databaseKinds)('when records were recorded, on $name,', async ({ open }) => {
  const database = await open()
  const newAccount = accountsIn(await openStore(database))

  it('narrows when a record was recorded, and says where answers contradict each other', async () => {
    const { key, records } = await newAccount()
    await readWholeLists(records, withIds('A', 'B', 'twice', 'twice'))
    const fence = await lease(records)
    expect((await records.undated(0)).rows).toBe(4)
    const span = (id: string, from: number, before: number) => ({ id, from, before })
    const first = await records.setDays(fence, [
      span('A', 0, 100),
      span('B', dayLength - 1, dayLength + 1),
      span('twice', 0, 9),
      span('no', 0, 9),
    ])
    expect(first).toEqual({ narrowed: 2, contradictions: [] })
    const untold = await records.revision()
    await records.tellDays(fence)
    const revision = await records.revision()
    expect(revision).not.toBe(untold)
    const places = () =>
      database.query('select id, ctid from custody_store.transaction where account = $1 order by ctid', [key])
    const before = await places()
    expect(await records.setDays(fence, [span('A', -5, 100)])).toEqual({ narrowed: 0, contradictions: [] })
    expect(await places()).toEqual(before)
    await records.tellDays(fence)
    expect(await records.revision()).toBe(revision)
    expect(await records.setDays(fence, [span('A', 90, 200), span('B', 60, 70)])).toEqual({
      narrowed: 1,
      contradictions: [{ given: span('B', 60, 70), kept: span('B', dayLength - 1, dayLength + 1) }],
    })
    expect(await records.revision()).toBe(revision)
    await records.tellDays(fence)
    expect(await records.revision()).not.toBe(revision)
    // What is shorter than a day may still lie in two.
    expect(await records.undated(1)).toEqual({ rows: 3, ids: ['B'] })
    const dates = {
      ...({ failure: 'ignored', form: 'day', days: 'utc', isComplete: true } as const),
      ...{ askedFrom: 20_000, longestPage: 50, undated: 1, doubts: ['A doubt.'] },
    }
    await records.clearDays(fence, { dates })
    expect((await records.undated(0)).rows).toBe(4)
    expect((await records.state()).dates).toEqual(dates)
  })

  it('narrows more spans than one statement does, and says what the last of them contradict', async () => {
    const { records } = await newAccount()
    const ids = Array.from({ length: 501 }, (_, index) => `t${index}`)
    await readWholeLists(records, withIds(...ids))
    const fence = await lease(records)
    const spans = ids.map((id) => ({ id, from: 0, before: 100 }))
    expect(await records.setDays(fence, spans)).toEqual({ narrowed: 501, contradictions: [] })
    const given = spans.map((span, index) => (index < 500 ? span : { ...span, from: 200, before: 300 }))
    const contradictions = [{ given: given[500], kept: spans[500] }]
    expect(await records.setDays(fence, given)).toEqual({ narrowed: 0, contradictions })
  })

  it('tells what lies on either side of a moment, in spans, and ends and widens these', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, withIds('A', 'B', 'C', 'D', 'wide', 'unknown'))
    const fence = await lease(records)
    const spanOf = (id: string, from: number, before: number) => ({ id, from, before })
    const [first, second] = [10 * dayLength, 11 * dayLength]
    const noon = first + dayLength / 2
    await records.setDays(fence, [
      spanOf('A', first, second),
      spanOf('B', first, second),
      spanOf('C', noon, second),
      spanOf('D', second, second + dayLength),
      spanOf('wide', 0, second),
    ])
    const wide = [
      { from: 0, before: second, rows: 1 },
      { from: null, before: null, rows: 1 },
    ]
    const dated = { from: first, before: second, rows: 2 }
    const spans = async (...moments: number[]) =>
      (await records.straddlingSpans(moments)).toSorted(
        (one, other) => other.rows - one.rows || (one.from ?? Infinity) - (other.from ?? Infinity),
      )
    // A span that begins or ends with a moment lies on one side of it.
    expect(await spans(first, second)).toEqual(wide)
    expect(await spans(noon, noon - 1)).toEqual([dated, ...wide])
    expect((await records.straddlingIds([noon, noon - 1], 9)).map(({ id }) => id).sort()).toEqual(['A', 'B'])
    expect(await records.straddlingIds([noon], 1)).toHaveLength(1)
    const unknown = [spanOf('A', noon, second), spanOf('unknown', noon, second)]
    const datedAlone = { isOfDatedAlone: true }
    expect(await records.setDays(fence, unknown, {}, datedAlone)).toMatchObject({ narrowed: 1 })
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(2)
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(1)
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(0)
    expect(await records.endSpans(fence, noon + 1, { isOfDatedAlone: false, limit: 9 })).toBe(2)
    expect(await spans(noon)).toEqual([
      { from: 0, before: noon + 1, rows: 2 },
      { from: first, before: noon + 1, rows: 1 },
    ])
    const moments = { isContradictory: true, left: [{ at: noon, dated: 1, wide: 0 }] }
    await records.widenToDays(fence, { moments })
    expect(await spans(noon)).toEqual([
      { from: first, before: second, rows: 3 },
      { from: 0, before: second, rows: 2 },
    ])
    expect((await records.state()).moments).toEqual(moments)
  })

  it('keeps the moments that somebody waits for until they are found out, whoever reads the account', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, withIds('A'))
    const fence = await lease(records)
    expect(await records.renewLease(fence, 30)).toBe(false)
    await Promise.all([records.wantMoments([1, 2]), records.wantMoments([3, 2])])
    expect((await records.wantedMoments()).toSorted()).toEqual([1, 2, 3])
    expect(await records.renewLease(fence, 30)).toBe(true)
    await records.dropMoments([2, 3])
    expect(await records.wantedMoments()).toEqual([1])
    await records.dropMoments([1])
    expect(await records.renewLease(fence, 30)).toBe(false)
  })
})
