/** What every search for dates shares: how many requests are under way, and when a service refuses a date. */
import { ApiError } from '../api-error.ts'

/** Lets so many run at once; the others wait for their turn. */
export function atMost(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Whether a service does not take the date that it was asked for, or this form of it: TXN-03, or ERR-00. */
export function refusesDate(error: unknown): boolean {
  return error instanceof ApiError && refusals.has(error.failure.code)
}

/** For the end of a request: null where its dates are refused. */
export function noneWhereRefused(error: unknown): null {
  if (refusesDate(error)) return null
  throw error
}

const refusals: ReadonlySet<string> = new Set(['TXN-03', 'ERR-00'])
