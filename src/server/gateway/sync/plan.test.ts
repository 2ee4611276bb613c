import { expect, it } from 'vitest'
import { testClock } from '../testing/clock.ts'
import { type JobKind, jobKinds, Plan } from './plan.ts'

const minute = 60_000
const hour = 60 * minute

function startPlan() {
  const clock = testClock()
  const begun = clock.steady()
  const plan = new Plan({ SYNC_SECONDS: 15, SYNC_WHOLE_HOURS: 24 }, clock)
  let ended: string | null = null
  const learn = () =>
    plan.learn({
      readWhole: ended === null ? null : { begun: ended, ended, completeness: 'complete', doubts: [] },
    })
  learn()
  return {
    plan,
    clock,
    /** What is due now, the longest overdue first. */
    due: (isLookedAt = true) =>
      jobKinds
        .filter((kind) => plan.due(kind, isLookedAt) <= clock.steady())
        .sort((one, other) => plan.due(one, isLookedAt) - plan.due(other, isLookedAt)),
    /** In minutes from now; null for never. */
    wait(kind: JobKind, isLookedAt = true) {
      const wait = (plan.due(kind, isLookedAt) - clock.steady()) / minute
      return Number.isFinite(wait) ? wait : null
    },
    end(kind: JobKind, { wantsWhole = false, isUnfinished = false, begun = clock.steady() } = {}) {
      if (kind === 'first' || kind === 'whole') ended = new Date(clock.now()).toISOString()
      plan.ended(kind, begun, { wantsWhole, isUnfinished })
      learn()
    },
    passed: () => clock.steady() - begun,
  }
}

it('begins with everything, then looks for what is new, dates it, and reads everything again a day later', () => {
  const { due, wait, end, clock } = startPlan()
  expect(due()).toEqual(['first'])
  end('first')
  expect(due()).toEqual(['dates'])
  end('dates')
  expect([wait('update'), wait('dates'), wait('whole'), wait('first')]).toEqual([0.25, 60, 24 * 60, null])
  clock.move(15_000)
  expect(due()).toEqual(['update'])
  end('update')
  clock.move(24 * hour)
  expect(due()).toEqual(['update', 'dates', 'whole'])
})

it('reads everything again at once where the first reading was broken off before it was confirmed', () => {
  const clock = testClock()
  const plan = new Plan({ SYNC_SECONDS: 15, SYNC_WHOLE_HOURS: 24 }, clock)
  const ended = new Date(clock.now()).toISOString()
  plan.learn({ readWhole: { begun: ended, ended, completeness: 'read-once', doubts: [] } })
  expect(jobKinds.filter((kind) => plan.due(kind, true) <= clock.steady())).toEqual([
    'first',
    'update',
    'dates',
  ])
})

it('updates an account that nobody looks at every five minutes, and at once when somebody does', () => {
  const { due, wait, end, clock } = startPlan()
  for (const kind of ['first', 'dates'] as const) end(kind)
  expect(wait('update', false)).toBe(5)
  clock.move(4 * minute)
  expect([due(false), due(true)]).toEqual([[], ['update']])
})

it('goes on with dates after whatever else is due by then', () => {
  const { due, end, clock } = startPlan()
  end('first')
  clock.move(20_000)
  end('dates', { isUnfinished: true })
  expect(due()).toEqual(['update', 'dates'])
})

it('reads everything again after a contradiction: in five minutes, then after twice as long each time, up to a day', () => {
  const { wait, end, clock } = startPlan()
  end('first')
  const waits = Array.from({ length: 12 }, () => {
    end('update', { wantsWhole: true })
    // What contradicts meanwhile changes nothing.
    end('update', { wantsWhole: true })
    const minutes = wait('whole') ?? 0
    clock.move(minutes * minute)
    end('whole')
    return minutes
  })
  expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40])
  expect(waits.at(-1)).toBe(24 * 60)
  clock.move(24 * hour)
  end('whole')
  end('update', { wantsWhole: true })
  expect(wait('whole')).toBe(5)
})

it('asks a service that fails less and less often, down to every five minutes, and reads everything again less often still', () => {
  const { plan, wait, end, clock } = startPlan()
  end('first')
  const failures = (kind: JobKind) =>
    Array.from({ length: 10 }, () => {
      plan.failed(kind)
      return wait(kind)
    })
  expect(failures('update')).toEqual([0.25, 0.5, 1, 2, 4, 5, 5, 5, 5, 5])
  clock.move(24 * hour)
  expect(failures('whole')).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440])
  clock.move(5 * minute)
  end('update')
  expect(wait('update')).toBe(0.25)
})

it('reads everything again because of what an update contradicts while it is read', () => {
  const { clock, wait, end } = startPlan()
  end('first')
  clock.move(24 * hour)
  const begun = clock.steady()
  clock.move(minute)
  end('update', { wantsWhole: true })
  clock.move(minute)
  end('whole', { begun })
  end('update')
  expect(wait('whole')).toBe(4)
})

it('looks for moments when somebody waits for them, and again after a pause where that failed', () => {
  const { plan, due, wait, end, clock } = startPlan()
  for (const kind of ['first', 'dates'] as const) end(kind)
  expect(wait('moments')).toBeNull()
  plan.askMoments()
  clock.move(1000)
  plan.askMoments()
  expect([due(), wait('moments')]).toEqual([['moments'], -1 / 60])
  plan.begun('moments')
  expect(wait('moments')).toBeNull()
  end('moments', { isUnfinished: true })
  expect(due()).toEqual(['moments'])
  plan.begun('moments')
  plan.failed('moments')
  plan.askMoments()
  expect(wait('moments')).toBe(0.25)
  clock.move(15_000)
  plan.begun('moments')
  end('moments')
  expect(wait('moments')).toBeNull()
})
