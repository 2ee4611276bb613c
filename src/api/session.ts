/** The session at the gateway: who serves, signing in and out. */

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  accountPath,
  everywhereParameter,
  type ProviderRequest,
  providerAnswer,
  providerPath,
  type SessionState,
  type SignInRequest,
  serviceName,
  sessionPath,
  sessionState,
} from '../contract/session.ts'
import { gatewayRefusal } from './api-error.ts'
import { openSource } from './pack-source.ts'
import { attendanceHeaders, getJson, unexpectedBody } from './request.ts'

/** Who serves, and whether this browser is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: ({ signal }) => openSource()?.session ?? sessionRequest({}, { signal }),
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
  const state = await sessionRequest(jsonBody(request))
  client.clear()
  client.setQueryData(sessionQuery.queryKey, state)
  tellTabs('signed-in')
}

/** Where to sign in at the provider of identities, and from there come back to `from`. `anew`: it asks who one is, though it may know. */
export async function providerAddress(request: ProviderRequest): Promise<string> {
  const body = await getJson(providerPath, providerPath, undefined, jsonBody(request))
  const parsed = providerAnswer.safeParse(body)
  if (parsed.success) return parsed.data.address
  throw unexpectedBody({ body, receivedAt: '', requestPath: providerPath }, 'the address of a provider')
}

/** Tells every tab that somebody has come back from there signed in. */
export function tellSignedIn(): void {
  tellTabs('signed-in')
}

/** Goes on with another account of the same person. What was read with the one before is forgotten, in every tab. */
export async function switchAccount(client: QueryClient, account: string): Promise<void> {
  const state = await sessionRequest(jsonBody({ account }), { path: accountPath })
  client.setQueryData(sessionQuery.queryKey, state)
  tellTabs('signed-in')
}

/** Ends the session; `everywhere` ends every other one of the same key and account too. Every tab, this one as well, forgets what was read in it: see `followTabs`. Gives the address where one signs out of the provider too. */
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

/**
 * Asks for the session again whenever a tab of this browser has signed in or out. Signed out, everything that was read is forgotten
 * before `onSignedOut` is told. Returns how to stop that.
 */
export function followTabs(client: QueryClient, onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    // A pack that is open belongs to no session.
    if (openSource()) return
    if (data === 'signed-out') {
      endSession(client)
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

function jsonBody(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function sessionRequest(
  init: RequestInit,
  { path = sessionPath, signal }: { readonly path?: string; readonly signal?: AbortSignal } = {},
): Promise<SessionState> {
  const headers = { accept: 'application/json', ...attendanceHeaders(), ...init.headers }
  const body = await getJson(path, sessionPath, signal, { ...init, headers })
  const parsed = sessionState.safeParse(body)
  if (parsed.success) return parsed.data
  throw unexpectedBody({ body, receivedAt: '', requestPath: sessionPath }, 'the state of the session')
}

/** A session that somebody is signed in to. */
export interface OpenSession {
  /** By which a long reading keeps to this session: see `Asking`. */
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
