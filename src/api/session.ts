/** The session at the gateway, as pages use it, and messages about it between tabs. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import type { OpenPack } from '../contract/packs.ts'
import {
  everywhereParameter,
  packParameter,
  parseSessionState,
  readerOf,
  type SessionState,
  serviceName,
  sessionPath,
} from '../contract/session.ts'
import { shownPackId } from './open-pack.ts'
import { attendanceHeaders, getJson } from './request.ts'

/** Of an open pack, as it is read. */
const shownSessionPath = shownPackId === null ? sessionPath : `${sessionPath}?${packParameter}=${shownPackId}`

export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: ({ signal }) => sessionRequest({}, { signal, path: shownSessionPath }),
  staleTime: 60_000,
  // An open tab must notice that its session is over, at expiry and on return to the tab.
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => untilNextLook(state.data),
})

/** Seconds before idle expiry at which the console asks the reader to stay. */
export const warnedSeconds = 60

/** Milliseconds; false without an end. Waits at least a minute until expiry, because clocks differ. */
export function untilNextLook(state: SessionState | undefined, now = Date.now()): number | false {
  const { expiresAt = null, idleSeconds: idle = null } = state ?? {}
  if (expiresAt === null && idle === null) return false
  const expiry = expiresAt === null ? longestTimer : Math.max(Date.parse(expiresAt) - now + 1000, 60_000)
  const look = idle === null ? longestTimer : 1000 * (idle > warnedSeconds ? idle - warnedSeconds : idle + 1)
  return Math.min(expiry, look, longestTimer)
}

const longestTimer = 2 ** 31 - 1

/** The cached session. Dozens of parts of a page use it; only `useSessionKept` looks again in time. */
export function useSession() {
  return useQuery({
    ...sessionQuery,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
}

/** Looks again in time. Used once on a page. */
export function useSessionKept(): void {
  useQuery({ ...sessionQuery, notifyOnChangeProps: [] })
}

export function useOpenPack(): OpenPack | null {
  return useSession().data?.pack ?? null
}

export function useSessionFingerprint(): string | null {
  return useSession().data?.fingerprint ?? null
}

/** Whose data this browser keeps: see `readerOf`. Null while signed out, and while a pack is open. */
export function useReader(): string | null {
  return readerIn(useSession().data)
}

export function readerIn(session: SessionState | undefined): string | null {
  if (shownPackId !== null || !session?.signedIn || session.fingerprint === null) return null
  return readerOf({
    service: serviceName(session.service),
    account: session.accountId,
    fingerprint: session.fingerprint,
  })
}

/** `everywhere` also ends all other sessions of the same key and account. Returns the provider's sign-out address. */
export async function signOut({ everywhere }: { readonly everywhere: boolean }): Promise<string | null> {
  const path = everywhere ? `${sessionPath}?${everywhereParameter}` : sessionPath
  const { leaveAt = null } = await sessionRequest({ method: 'DELETE' }, { path })
  tellTabs('signed-out')
  return leaveAt
}

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
        currencies: undefined,
        fingerprint: null,
        expiresAt: null,
        idleSeconds: null,
      },
  )
}

type TabEvent = 'signed-in' | 'signed-out'

const channelName = 'custody-console.session'

/** Reads the session again when any tab signs in or out. After a sign-out it forgets all data, then calls `onSignedOut`. */
export function followTabs(client: QueryClient, onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TabEvent>) => {
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
    throw unexpectedBody(sessionPath, 'the state of the session', init.method)
  }
}
