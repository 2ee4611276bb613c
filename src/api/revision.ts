/** Whether the account's records have changed: what an open page asks every few seconds. */
import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields } from '../contract/normal-records.ts'
import { type Revision, revisionPath } from '../contract/revision.ts'
import { apiPrefix } from '../contract/session.ts'
import { type SyncReport, syncPath } from '../contract/sync.ts'
import { recordsQuery } from './records.ts'
import { askGateway, askSession } from './request.ts'
import { sessionQuery } from './session.ts'

/** Milliseconds. */
const askedEvery = 5000
/** Until the first records are there and confirmed, and while dates are sought that somebody waits for. */
const awaitedEvery = 1000

export const revisionQuery = queryOptions({
  queryKey: ['revision'] as const,
  queryFn: async ({ signal }) =>
    revisionIn(revisionPath, await askGateway(revisionPath.slice(apiPrefix.length), signal)),
  staleTime: askedEvery,
  refetchOnWindowFocus: true,
  // It is asked again in any case.
  retry: false,
})

/** Undefined before the first answer, and while signed out. */
export function useRevision(): Revision | undefined {
  return useQuery({ ...revisionQuery, enabled: false }).data
}

/** Used once on a page. Asks while the tab is in sight; where automatic refresh is off, only for what is awaited. */
export function useRevisionKept(isWanted: boolean): void {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  useQuery({
    ...revisionQuery,
    enabled: session?.signedIn === true,
    refetchInterval: ({ state }) => (isAwaited(state.data) ? awaitedEvery : isWanted && askedEvery),
    refetchOnWindowFocus: isWanted,
    notifyOnChangeProps: [],
  })
}

/** Milliseconds. */
const askedOutOfSightEvery = 30_000

/** Keeps asking while the tab is out of sight, for news of what is watched. */
export function useRevisionOutOfSight(isWanted: boolean): void {
  useQuery({
    ...revisionQuery,
    enabled: isWanted,
    refetchInterval: askedOutOfSightEvery,
    refetchIntervalInBackground: true,
    notifyOnChangeProps: [],
  })
}

export function useSyncReport(isWanted: boolean) {
  const target = syncPath.slice(apiPrefix.length)
  return useQuery({
    ...recordsQuery('sync', target, isReport, 'how far the records are read'),
    enabled: isWanted,
  })
}

function isAwaited(revision: Revision | undefined): boolean {
  if (revision === undefined) return false
  const { revision: known, not_kept, completeness, moments } = revision
  return (known === null && not_kept === null) || completeness === 'read-once' || moments !== null
}

/** Makes the gateway read what is new. Resolves when it has, or after 20 seconds. Throws as `getJson` does. */
export async function readNow(client: QueryClient): Promise<Revision> {
  const body = await askSession(syncPath, { method: 'POST', json: {} })
  const revision = revisionIn(syncPath, body)
  client.setQueryData(revisionQuery.queryKey, revision)
  return revision
}

/** Reads records again that are of another revision. What is on the screen stays until then. */
export function followRevision(client: QueryClient): void {
  let before: string | null | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== revisionQuery.queryKey[0]) return
    const told = client.getQueryData(revisionQuery.queryKey)
    // The session is another one.
    if (told === undefined) before = undefined
    if (told === undefined || told.revision === before) return
    const isFirst = before === undefined
    before = told.revision
    void client.invalidateQueries({
      queryKey: ['records'],
      predicate: (asked) => !isFirst || isOfAnother(asked, told.revision),
    })
  })
}

/** Whether the answer is of another revision. A failure may be. */
function isOfAnother(
  { queryKey: [, kind], state: { status, data } }: Query,
  revision: string | null,
): boolean {
  if (revision === null || status === 'pending') return false
  if (status === 'error') return true
  const own = typeof data === 'object' && data !== null && 'revision' in data ? data.revision : revision
  // A single record is asked of the service, whatever is kept.
  return own !== revision && (own !== null || kind !== 'record')
}

/** Throws for what another version of the gateway may answer. */
export function revisionIn(path: string, body: unknown): Revision {
  if (isRevision(body)) return body
  throw unexpectedBody(path, 'a revision')
}

function isRevision(body: unknown): body is Revision {
  const fields = asFields(body)
  const isText = typeof fields?.revision === 'string' || fields?.revision === null
  return isText && asFields(fields?.refused_lists) !== null
}

function isReport(body: unknown): body is SyncReport {
  const fields = asFields(body)
  return asFields(fields?.refused_lists) !== null && asFields(fields?.doubtful_lists) !== null
}
