/** When somebody last did something at the page: from then on the session lasts, whatever the console asks by itself. */
import { idleHeader } from '../contract/session.ts'

/** The gateway need not know more exactly. */
const toldAfter = 60_000

/** Opening a page is an act. */
let actedAt = Date.now()
let toldAct = actedAt

/** Notes that somebody did something here. True where the gateway has not heard of any act for a minute, and is to be told. */
export function noteAct(now: number = Date.now()): boolean {
  actedAt = now
  return now - toldAct >= toldAfter
}

/** The header of a request that is made now: it says how long ago the last act was. */
export function attendanceHeaders(now: number = Date.now()): Readonly<Record<string, string>> {
  toldAct = actedAt
  return { [idleHeader]: String(Math.max(0, now - actedAt)) }
}
