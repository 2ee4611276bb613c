/** The session at the gateway: its state, its end, and what the tabs of a browser tell each other about it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  everywhereParameter,
  parseSessionState,
  type SessionState,
  serviceName,
  sessionPath,
} from '../contract/session.ts'
import { gatewayRefusal } from './api-error.ts'
import { openSource } from './pack-source.ts'
import { attendanceHeaders, getJson, unexpectedBody } from './request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: ({ signal }) => openSource()?.session ?? sessionRequest({}, { signal }),
  staleTime: 60_000,
  // An open tab has to notice by itself that its session is over: when its time has come, and when somebody comes back to it.
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => untilNextLook(state.data),
})

/** How many seconds before an idle session ends its reader is asked to stay. */
export const warnedSeconds = 60

/** Milliseconds until a session is to be asked about again; false where it has no end. At least a minute before its expiry: clocks differ. */
export function untilNextLook(state: SessionState | undefined, now = Date.now()): number | false {
  const { expiresAt = null, idleSeconds: idle = null } = state ?? {}
  if (expiresAt === null && idle === null) return false
  const expiry = expiresAt === null ? longestTimer : Math.max(Date.parse(expiresAt) - now + 1000, 60_000)
  const look = idle === null ? longestTimer : 1000 * (idle > warnedSeconds ? idle - warnedSeconds : idle + 1)
  return Math.min(expiry, look, longestTimer)
}

/** A browser's timer that is set for longer fires at once. */
const longestTimer = 2 ** 31 - 1

/**
 * Ends the session; with `everywhere` every other session of the same key and account too. Every tab, this one as well, then forgets what
 * was read in it: see `followTabs`. Gives the address where one signs out of the provider.
 */
export async function signOut({ everywhere }: { readonly everywhere: boolean }): Promise<string | null> {
  const path = everywhere ? `${sessionPath}?${everywhereParameter}` : sessionPath
  const { leaveAt = null } = await sessionRequest({ method: 'DELETE' }, { path })
  tellTabs('signed-out')
  return leaveAt
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
        person: null,
        accountId: null,
        mark: null,
        expiresAt: null,
        idleSeconds: null,
      },
  )
}

type TabEvent = 'signed-in' | 'signed-out'

const channelName = 'custody-console.session'

/**
 * Asks for the session again whenever a tab of this browser has signed in or out. Once signed out, everything that was read is forgotten
 * before `onSignedOut` is called. Returns a function that stops it.
 */
export function followTabs(client: QueryClient, onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TabEvent>) => {
    // An open pack belongs to no session.
    if (openSource()) return
    if (data === 'signed-out') {
      endSession(client)
      onSignedOut()
    }
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return () => channel.close()
}

export function tellTabs(event: TabEvent): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(event)
  channel.close()
}

export async function sessionRequest(
  init: RequestInit,
  { path = sessionPath, signal }: { readonly path?: string; readonly signal?: AbortSignal } = {},
): Promise<SessionState> {
  const headers = { accept: 'application/json', ...attendanceHeaders(), ...init.headers }
  const body = await getJson(path, sessionPath, signal, { ...init, headers })
  try {
    return parseSessionState(body)
  } catch {
    throw unexpectedBody(sessionPath, 'the state of the session')
  }
}

export interface OpenSession {
  /** Keeps a long reading to this session: see `AskOptions`. */
  readonly mark: string
  /** What the service is called, mostly its address, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
}

/** The session as it is now, whatever was known of it before. Throws GTW-04 where nobody is signed in. */
export async function openSession(client: QueryClient): Promise<OpenSession> {
  const { mark, service, accountId } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  if (mark === null) throw gatewayRefusal('GTW-04', sessionPath)
  return { mark, service: serviceName(service), account: accountId }
}
