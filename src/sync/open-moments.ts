/** Which moments a service is still to be asked for, so that a report knows on which side of them each record lies. All times are milliseconds since 1970. */
import { dayLength } from '../contract/day.ts'
import { liesWithin, rowsOfSpans, type StraddlingSpan } from '../store/moments.ts'
import type { AccountState } from '../store/state.ts'
import type { TimeWindow } from './dated-windows.ts'

export interface OpenMoments {
  /** In order, each once. */
  readonly moments: readonly number[]
  /** What the service has to divide: each has one of the moments within. */
  readonly spans: readonly StraddlingSpan[]
  readonly missing: number
}

/** `spans`: at least all that have one of the moments within. What the service was asked in vain is not asked again. */
export function openMoments(
  moments: readonly number[],
  spans: readonly StraddlingSpan[],
  { dates, moments: { isContradictory, left } }: Pick<AccountState, 'dates' | 'moments'>,
): OpenMoments {
  if (dates !== null && dates.failure !== null) return { moments: [], spans: [], missing: 0 }
  const isFiner = (dates === null || dates.form === 'instant') && !isContradictory
  const known = new Map(left.map((each) => [each.at, each]))
  const open = new Set<number>()
  const divided = new Set<StraddlingSpan>()
  for (const at of new Set(moments)) {
    if (!isFiner && at % dayLength !== 0) continue
    const around = spans.filter((span) => liesWithin(at, span))
    const isWide = dates?.isComplete !== true
    for (const part of [
      around.filter((span) => !isWideSpan(span)),
      isWide ? around.filter(isWideSpan) : [],
    ]) {
      const [first] = part
      if (first === undefined) continue
      const { dated = 0, wide = 0 } = known.get(at) ?? {}
      if (rowsOfSpans(part) <= (isWideSpan(first) ? wide : dated)) continue
      open.add(at)
      for (const span of part) divided.add(span)
    }
  }
  const all = [...divided]
  return { moments: [...open].sort((a, b) => a - b), spans: all, missing: rowsOfSpans(all) }
}

/** Which side of a moment these lie on is found with their days, unless that takes longer. */
export function isWideSpan({ from, before }: StraddlingSpan): boolean {
  return from === null || before === null || before - from > 2 * dayLength
}

/** All time that the spans cover, cut at the moments, the latest first. Nothing is recorded from `latest` on. */
export function windowsBetween(
  moments: readonly number[],
  spans: readonly StraddlingSpan[],
  latest: number,
): readonly TimeWindow[] {
  const covered: { from: number; before: number }[] = []
  const bounded = spans.map(({ from, before }) => ({
    from: from === null || from <= 0 ? -Infinity : from,
    before: before === null || before >= latest ? Infinity : before,
  }))
  for (const { from, before } of bounded.sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = covered.at(-1)
    if (last && from <= last.before) last.before = Math.max(last.before, before)
    else covered.push({ from, before })
  }
  return covered
    .flatMap(({ from, before }) => {
      const within = [...new Set(moments)].filter((at) => from < at && at < before).sort((a, b) => a - b)
      const cuts = [from, ...within, before]
      return cuts.slice(1).map((end, index) => ({ from: cuts[index] ?? from, before: end }))
    })
    .reverse()
}
