import { limitRange, maxOffset } from '../../contract/endpoints.ts'
import { askWithRetries, type RetryOptions } from './retries.ts'
import type { WholeList } from './whole-list.ts'

/**
 * About how many rows a list has, within a tenth; null where a service does not turn pages. No answer says it, so single rows are asked for
 * ever further down. Good for how long reading may take, and for nothing else.
 */
export async function roughSize<R>(list: WholeList<R>, options: RetryOptions): Promise<number | null> {
  const has = async (offset: number) => {
    const page = { limit: 1, offset }
    const { records } = await askWithRetries(() => list.read(page, options.signal), options)
    return records.length > 0
  }
  let known = 0
  let beyond: number = limitRange.max
  while (await has(beyond)) {
    known = beyond
    beyond *= 2
    if (beyond > maxOffset) return null
  }
  // A page or less: no time to speak of.
  for (let step = 0; known > 0 && step < halvings; step++) {
    const middle = Math.floor((known + beyond) / 2)
    if (await has(middle)) known = middle
    else beyond = middle
  }
  return Math.ceil((known + beyond) / 2)
}

/** Between a number and its double: the middle of an eighth of that. */
const halvings = 3
