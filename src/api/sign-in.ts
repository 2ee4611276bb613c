/** Separate from `session.ts`, because only signed-out readers need it. */
import type { QueryClient } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import { accountPath, providerPath, type SessionState } from '../contract/session.ts'
import { type ProviderRequest, providerAnswer, type SignInRequest } from '../contract/session-bodies.ts'
import { getJson } from './request.ts'
import { sessionQuery, sessionRequest, tellTabs } from './session.ts'

/** Throws the service's refusal as an `ApiError`. Forgets everything read under another key. */
export async function signIn(client: QueryClient, request: SignInRequest): Promise<SessionState> {
  const state = await sessionRequest(jsonBody(request))
  client.clear()
  client.setQueryData(sessionQuery.queryKey, state)
  tellTabs('signed-in')
  return state
}

/** Sign-in address at the provider, which returns to `from`. `anew` makes the provider ask for credentials again. */
export async function providerAddress(request: ProviderRequest): Promise<string> {
  const answer = providerAnswer.safeParse(
    await getJson(providerPath, providerPath, undefined, jsonBody(request)),
  )
  if (answer.success) return answer.data.address
  throw unexpectedBody(providerPath, 'the address of a provider', 'POST')
}

/** Every tab forgets what it read for the previous account. */
export async function switchAccount(client: QueryClient, account: string): Promise<void> {
  const state = await sessionRequest(jsonBody({ account }), { path: accountPath })
  client.setQueryData(sessionQuery.queryKey, state)
  tellTabs('signed-in')
}

function jsonBody(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
