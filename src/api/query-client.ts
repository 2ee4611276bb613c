import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { SessionState } from '../contract/session.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { showSession } from './request.ts'
import { endSession, sessionQuery } from './session.ts'

/** The store of everything that was read, with the console's policy on retries. `session`: the one that the page was sent with. */
export function createQueryClient(session?: SessionState): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) markSignedOut(client)
    // Another key is signed in than this tab knows.
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
        // The gateway may be on this very machine, whatever the browser takes for "online".
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
 * Asks everything in the known session. When it is over, or another key or account is signed in, in whichever tab, everything that was read
 * is forgotten, so that rows of two sessions never appear on one page. What is on screen is read again, or says why it cannot be.
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

/** The gateway said that the session is over. It is asked once more, since somebody may have signed in meanwhile. */
function markSignedOut(client: QueryClient): void {
  if (!client.getQueryData(sessionQuery.queryKey)?.signedIn) return
  endSession(client)
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** A rate limit passes by itself, after its wait. */
const rateLimitRetries = 3
/** A broken connection often passes too. Any other answer would be the same again. */
const connectionRetries = 1

export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.failure.code === 'ERR-03') return failures < rateLimitRetries
  const connectionFailed = error.failure.kind === 'unreachable' || error.failure.code === 'GTW-00'
  return connectionFailed && failures < connectionRetries
}

/** Milliseconds: what the service asked for, else one second. */
export function retryDelay(_failures: number, error: unknown, now: number = Date.now()): number {
  const until = error instanceof ApiError ? error.retryAt : null
  return until === null ? 1000 : Math.max(0, until - now)
}
