/** The session at the gateway: who serves, signing in and out. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  everywhereParameter,
  type SessionState,
  type SignInRequest,
  sessionPath,
  sessionState,
} from '../contract/session.ts'
import { attendanceHeaders } from './attendance.ts'
import { getJson, unexpectedBody } from './request.ts'

/** Who serves, and whether this browser is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: ({ signal }) => sessionRequest({}, signal),
  staleTime: 60_000,
  // An open tab has to notice by itself that its session is over: when its time has come, and when somebody comes back to it.
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => untilNextLook(state.data),
})

/** How long before a session ends for want of anybody there its reader is asked, in seconds. */
export const warnedSeconds = 60

/** Milliseconds until a session is to be asked about again: before and when it ends because nobody is there, and when its time is over. */
export function untilNextLook(state: SessionState | undefined): number | false {
  const expiry = untilExpiry(state?.expiresAt ?? null)
  const idle = state?.idleSeconds ?? null
  if (idle === null) return expiry
  const look = 1000 * (idle > warnedSeconds ? idle - warnedSeconds : idle + 1)
  return expiry === false ? look : Math.min(look, expiry)
}

/** Milliseconds until a session is to be asked about again; false where it has no end. At least a minute: clocks differ. */
export function untilExpiry(expiresAt: string | null, now: number = Date.now()): number | false {
  if (expiresAt === null) return false
  return Math.min(Math.max(Date.parse(expiresAt) - now + 1000, 60_000), longestTimer)
}

/** A browser's timer that is set for longer ends at once. */
const longestTimer = 2 ** 31 - 1

/** Signs in with a key. Throws the service's own refusal as an `ApiError`. Forgets everything read under another key. */
export async function signIn(client: QueryClient, request: SignInRequest): Promise<void> {
  const state = await sessionRequest({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  client.clear()
  client.setQueryData(sessionQuery.queryKey, state)
  tellTabs('signed-in')
}

/** Ends the session; `everywhere` ends every other one of the same key and account too. Every tab, this one as well, forgets what was read in it: see `followTabs`. */
export async function signOut({ everywhere }: { readonly everywhere: boolean }): Promise<void> {
  await sessionRequest({ method: 'DELETE' }, undefined, everywhere ? `?${everywhereParameter}` : '')
  tellTabs('signed-out')
}

/** Nobody is signed in any more, as far as this tab knows. */
export function endSession(client: QueryClient): void {
  client.setQueryData(
    sessionQuery.queryKey,
    (state) =>
      state && {
        ...state,
        service: { ...state.service, address: null },
        signedIn: false,
        accountId: null,
        mark: null,
        expiresAt: null,
        idleSeconds: null,
      },
  )
}

/**
 * Asks for the session again whenever a tab of this browser has signed in or out. Signed out, everything that was read is forgotten
 * before `onSignedOut` is told. Returns how to stop that.
 */
export function followTabs(client: QueryClient, onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'signed-out') {
      endSession(client)
      // The lists went with the session. What was read at length is kept when a session expires, and not when somebody leaves.
      void client.resetQueries({ queryKey: ['reading'] })
      onSignedOut()
    }
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return () => channel.close()
}

type Told = 'signed-in' | 'signed-out'

/** This tab hears it too. */
function tellTabs(what: Told): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(what)
  channel.close()
}

const channelName = 'custody-console.session'

async function sessionRequest(init: RequestInit, signal?: AbortSignal, query = ''): Promise<SessionState> {
  const headers = { accept: 'application/json', ...attendanceHeaders(), ...init.headers }
  const body = await getJson(sessionPath + query, sessionPath, signal, { ...init, headers })
  const parsed = sessionState.safeParse(body)
  if (parsed.success) return parsed.data
  throw unexpectedBody({ body, receivedAt: '', requestPath: sessionPath }, 'the state of the session')
}
