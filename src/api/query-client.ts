import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../contract/api-error.ts'
import type { SessionState } from '../contract/session.ts'
import { isSignedOut, needsAllRecords } from './failure.ts'
import { notePack } from './open-pack.ts'
import { showSession } from './request.ts'
import { followRevision } from './revision.ts'
import { endSession, sessionQuery } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** `session`: the one that came with the page. */
export function createQueryClient(session?: SessionState): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) markSignedOut(client)
    // A different key has signed in since.
    if (error instanceof ApiError && error.remedy === 'begin-again')
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: shouldRetry,
        retryDelay,
        throwOnError: isDefect,
        // Rows must not move when somebody returns to the tab.
        refetchOnWindowFocus: false,
        // The gateway may be on this machine, so the browser's "online" state does not matter.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', throwOnError: isDefect },
    },
  })
  keepToOneSession(client)
  followRevision(client)
  // The session is as old as the page. If scripts load slowly, it is read again.
  if (session) client.setQueryData(sessionQuery.queryKey, session, { updatedAt: performance.timeOrigin })
  return client
}

/** Forgets everything read when the session ends or changes, in any tab. Otherwise rows of two sessions could share a page. */
function keepToOneSession(client: QueryClient): void {
  let before: string | null | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const state = client.getQueryData(sessionQuery.queryKey)
    if (state === undefined || state.fingerprint === before) return
    if (state.fingerprint !== null) showSession(state.fingerprint)
    notePack(state.pack)
    const isFirst = before === undefined
    before = state.fingerprint
    if (!isFirst)
      void client.resetQueries({ predicate: ({ queryKey: [list] }) => list !== sessionQuery.queryKey[0] })
  })
}

/** Asks once more, because another tab may have signed in meanwhile. */
function markSignedOut(client: QueryClient): void {
  if (!client.getQueryData(sessionQuery.queryKey)?.signedIn) return
  endSession(client)
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Every other error is drawn by the page's last resort, not by what asked. */
function isDefect(error: unknown): boolean {
  return !(error instanceof ApiError)
}

const rateLimitRetries = 3
/** A broken connection often passes too. Other answers would repeat. */
const connectionRetries = 1

export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  // What is awaited may be there within seconds, before the page hears of another revision.
  if (needsAllRecords(error)) return true
  if (error.remedy === 'wait') return failures < rateLimitRetries
  const connectionFailed = error.failure.kind === 'unreachable' || error.failure.code === 'GTW-00'
  return connectionFailed && failures < connectionRetries
}

/** Milliseconds. One second where the service asks for no wait. */
export function retryDelay(_failures: number, error: unknown, now: number = Date.now()): number {
  const until = error instanceof ApiError ? error.retryAt : null
  return until === null ? 1000 : Math.max(0, until - now)
}
