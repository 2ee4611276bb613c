import type { QueryClient } from '@tanstack/react-query'
import { serviceName, sessionPath } from '../contract/session.ts'
import { gatewayRefusal } from './api-error.ts'
import { sessionQuery } from './session.ts'

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
