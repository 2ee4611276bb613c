/** Whether somebody is at the page. What the console asks by itself while nobody is does not make the session last. */
import { unattendedHeader } from '../contract/session.ts'

const minute = 60_000

/** Opening a page is an act. */
let actedAt = Date.now()
let toldAt = actedAt

/** Notes that somebody did something here. True where the gateway has not heard of anything for a minute, and is to be told. */
export function noteAct(now: number = Date.now()): boolean {
  actedAt = now
  return now - toldAt >= minute
}

/** The headers of a request that is made now: one that says so where nobody did anything for a minute. */
export function attendanceHeaders(now: number = Date.now()): Readonly<Record<string, string>> {
  if (now - actedAt >= minute) return { [unattendedHeader]: '1' }
  toldAt = now
  return {}
}
