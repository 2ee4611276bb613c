/** What the service of this session refuses or ignores, as far as it was asked. Workers and reloads of the page know it too. */
import { limitRange } from '../contract/endpoints.ts'
import { openSource } from './pack-source.ts'

export type PagedList = 'transactions' | 'whitelists' | 'vaults' | 'balances'

export interface ServiceLimits {
  /** The largest `limit` that it takes. */
  readonly mostRows: number
  /** Whether the pages of a list turn; absent until that is known. */
  readonly turns: Readonly<Partial<Record<PagedList, boolean>>>
}

const initial: ServiceLimits = { mostRows: limitRange.max, turns: {} }

let limits = initial
let session = ''
let listener: (limits: ServiceLimits) => void = () => {}

export function serviceLimits(): ServiceLimits {
  return limits
}

export function learnLimits({ mostRows = limits.mostRows, turns }: Partial<ServiceLimits>): void {
  limits = { mostRows: Math.min(mostRows, limits.mostRows), turns: { ...limits.turns, ...turns } }
  listener(limits)
}

/** Another session may be another service, such as a pack. */
export function limitsOfSession(mark: string): void {
  if (mark === session) return
  session = mark
  limits = keptLimits()
  onLimitsLearned(keep)
}

export function onLimitsLearned(listen: typeof listener): void {
  listener = listen
}

const storageKey = 'custody-console.service-limits'

function keep(learned: ServiceLimits): void {
  // A pack leaves nothing in the browser.
  if (openSource()) return
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ session, ...learned }))
  } catch {
    // Storage is switched off. After a reload, the service is asked again.
  }
}

function keptLimits(): ServiceLimits {
  try {
    const kept: Partial<ServiceLimits> & { readonly session?: string } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    )
    return kept.session === session ? { ...initial, ...kept } : initial
  } catch {
    return initial
  }
}
