import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { SessionState } from '../contract/session.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { showSession } from './request.ts'
import { endSession, sessionQuery } from './session.ts'

/** The store of everything that was read, with the console's one policy on retries. `session` is the one with which the page was sent. */
export function createQueryClient(session?: SessionState): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) markSignedOut(client)
    // Somebody else is signed in than this tab knows of.
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
        // Rows must not move because somebody came back to the tab: pages refresh by their own visible switch.
        refetchOnWindowFocus: false,
        // The gateway may be on this very machine, which the browser's notion of "online" knows nothing of.
        networkMode: 'always',
      },
    },
  })
  keepToOneSession(client)
  // As old as the page: where its scripts took long to load, the session is asked for again.
  if (session) client.setQueryData(sessionQuery.queryKey, session, { updatedAt: performance.timeOrigin })
  return client
}

/**
 * Asks everything in the session that is known, and forgets what was read once that is over, or another key or account is signed in,
 * wherever in this browser that was done: rows outlive no session, and rows of two never stand on one page. What is on screen is
 * read again, and told why it cannot be.
 */
function keepToOneSession(client: QueryClient): void {
  let before: string | null | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const state = client.getQueryData(sessionQuery.queryKey)
    if (state === undefined || state.mark === before) return
    if (state.mark !== null) showSession(state.mark)
    const isFirst = before === undefined
    before = state.mark
    if (!isFirst)
      void client.resetQueries({ predicate: ({ queryKey: [list] }) => list !== sessionQuery.queryKey[0] })
  })
}

/** The gateway said that the session is over. It is asked once more: somebody may have signed in since it said so. */
function markSignedOut(client: QueryClient): void {
  if (!client.getQueryData(sessionQuery.queryKey)?.signedIn) return
  endSession(client)
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** A rate limit passes by itself, after its wait. */
const rateLimitRetries = 3
/** A broken connection often does. Everything else that the service says, it says again when asked again. */
const connectionRetries = 1

/** Whether to ask again after `failures` earlier failures. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.failure.code === 'ERR-03') return failures < rateLimitRetries
  const connectionFailed = error.failure.kind === 'unreachable' || error.failure.code === 'GTW-00'
  return connectionFailed && failures < connectionRetries
}

/** Milliseconds to wait before asking again: what the service asked for, else one second. */
export function retryDelay(_failures: number, error: unknown, now: number = Date.now()): number {
  const until = error instanceof ApiError ? error.retryAt : null
  return until === null ? 1000 : Math.max(0, until - now)
}
