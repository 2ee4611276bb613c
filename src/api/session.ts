/** The session at the gateway: who serves, signing in and out. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type SessionState, type SignInRequest, sessionPath, sessionState } from '../contract/session.ts'
import { getJson, unexpectedBody } from './request.ts'

/** Who serves, and whether this browser is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: ({ signal }) => sessionRequest({}, signal),
  staleTime: 60_000,
})

/** Signs in with a key. Throws the service's own refusal as an `ApiError`. Forgets everything read under another key. */
export async function signIn(client: QueryClient, request: SignInRequest): Promise<void> {
  const state = await sessionRequest({
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  client.clear()
  client.setQueryData(sessionQuery.queryKey, state)
  tellOtherTabs()
}

/** Ends the session and forgets everything that was read in it. */
export async function signOut(client: QueryClient): Promise<void> {
  const state = await sessionRequest({ method: 'DELETE' })
  client.clear()
  client.setQueryData(sessionQuery.queryKey, state)
  tellOtherTabs()
}

/** Asks for the session again whenever another tab of this browser has signed in or out. Returns how to stop that. */
export function followOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  return () => channel.close()
}

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

const channelName = 'custody-console.session'

async function sessionRequest(init: RequestInit, signal?: AbortSignal): Promise<SessionState> {
  const body = await getJson(sessionPath, sessionPath, signal, init)
  const parsed = sessionState.safeParse(body)
  if (parsed.success) return parsed.data
  throw unexpectedBody({ body, receivedAt: '', requestPath: sessionPath }, 'the state of the session')
}
