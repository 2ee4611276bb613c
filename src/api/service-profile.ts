/** What this tab knows of the service of its session. Workers and reloads of the page know it too. */
import {
  createProfile,
  type ProfileKeeper,
  type ServiceProfile,
  unknownService,
} from '../sync/service/service-profile.ts'
import { shownSession } from './request.ts'

export interface SessionProfile extends ServiceProfile {
  readonly session: string
}

let session = ''
let keeper = createProfile()
let listener: (profile: SessionProfile) => void = () => {}

export function sessionProfile(): SessionProfile {
  followShown()
  return { session, ...keeper.known }
}

/** What was learned in another session is of another service. */
export function learnSessionProfile({ session: learnedIn, ...learned }: SessionProfile): void {
  followShown()
  if (learnedIn === session) keeper.learn(learned)
}

/** Of the session that is shown now. */
export function tabProfile(): ProfileKeeper {
  followShown()
  return keeper
}

/** A worker shows no session, and is told which it is of. */
function followShown(): void {
  const shown = shownSession()
  if (shown !== null) profileOfSession(shown)
}

export function profileOfSession(next: string): void {
  if (next === session) return
  session = next
  keeper = createProfile(keptProfile(next), (known) => listener({ session: next, ...known }))
  onProfileLearned(keep)
}

export function onProfileLearned(listen: typeof listener): void {
  listener = listen
}

const storageKey = 'custody-console.service-profile'

function keep(learned: SessionProfile): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(learned))
  } catch {
    // Storage is switched off. After a reload, the service is asked again.
  }
}

function keptProfile(of: string): ServiceProfile {
  try {
    const { session: keptOf, ...kept }: Partial<SessionProfile> = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    )
    return keptOf === of ? { ...unknownService, ...kept } : unknownService
  } catch {
    return unknownService
  }
}
