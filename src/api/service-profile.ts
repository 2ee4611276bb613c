/**
 * What the service of this session does with what the specification leaves open, as far as it was asked. Workers and reloads of the page
 * know it too.
 */

import type { DateForm } from '../contract/day.ts'
import { limitRange } from '../contract/endpoints.ts'
import { openSource } from './pack-source.ts'

export type PagedList = 'transactions' | 'whitelists' | 'vaults' | 'balances'

/**
 * `refused`: no form of date is accepted. `nowhere`: transactions exist, but on no day. `ignored`: one transaction is on two days.
 * `ahead`: it lists transactions in the future. `zone`: it reads instants wrongly, whatever the offset.
 * `request`: it filters by the time of the request.
 */
export type DatesOff = 'refused' | 'nowhere' | 'ignored' | 'ahead' | 'zone' | 'request'

export interface DateFilter {
  readonly off: DatesOff | null
  readonly form: DateForm
  /** UTC only where instants are read correctly. Otherwise the service's own days, in an unknown zone. */
  readonly days: 'utc' | 'service'
  /** Links prefer plain dates, which people can read. */
  readonly formOfLinks: DateForm
}

export interface ServiceProfile {
  readonly session: string
  /** The largest `limit` that it takes. */
  readonly mostRows: number
  /** Whether the pages of a list turn; absent until that is known. */
  readonly turns: Readonly<Partial<Record<PagedList, boolean>>>
  readonly dates?: DateFilter
}

let profile = profileOf('')
let listener: (profile: ServiceProfile) => void = () => {}

export function serviceProfile(): ServiceProfile {
  return profile
}

/** What was learned in another session is of another service. */
export function learnProfile({ session = profile.session, ...learned }: Partial<ServiceProfile>): void {
  if (session !== profile.session) return
  const mostRows = Math.min(learned.mostRows ?? profile.mostRows, profile.mostRows)
  profile = { ...profile, ...learned, mostRows, turns: { ...profile.turns, ...learned.turns } }
  listener(profile)
}

export function profileOfSession(session: string): void {
  if (session === profile.session) return
  profile = { ...profileOf(session), ...keptProfile(session) }
  onProfileLearned(keep)
}

export function onProfileLearned(listen: typeof listener): void {
  listener = listen
}

function profileOf(session: string): ServiceProfile {
  return { session, mostRows: limitRange.max, turns: {} }
}

const storageKey = 'custody-console.service-profile'

function keep(learned: ServiceProfile): void {
  // A pack leaves nothing in the browser.
  if (openSource()) return
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(learned))
  } catch {
    // Storage is switched off. After a reload, the service is asked again.
  }
}

function keptProfile(session: string): Partial<ServiceProfile> {
  try {
    const kept: Partial<ServiceProfile> = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return kept.session === session ? kept : {}
  } catch {
    return {}
  }
}
