/** Whether the records of the account are others than before: the one thing that an open page asks for on a timer. */
import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type Revision, revisionPath } from '../contract/revision.ts'
import { apiPrefix } from '../contract/session.ts'
import { syncPath } from '../contract/sync.ts'
import { openSource } from './pack-source.ts'
import { askGateway, getJson, sessionHeaders } from './request.ts'
import { sessionQuery } from './session.ts'

/** Milliseconds. */
const askedEvery = 5000

export const revisionQuery = queryOptions({
  queryKey: ['revision'] as const,
  // The gateway that serves this page makes the answer.
  queryFn: async ({ signal }) => (await askGateway(revisionPath.slice(apiPrefix.length), signal)) as Revision,
  staleTime: askedEvery,
  refetchOnWindowFocus: true,
  // It is asked again in any case.
  retry: false,
})

/** Undefined before the first answer, while signed out, and while a pack is open. */
export function useRevision(): Revision | undefined {
  return useQuery({ ...revisionQuery, enabled: false }).data
}

/** The page has it once. Asks while the tab is in sight; where that is not wanted, until the first records are there. */
export function useRevisionKept(isWanted: boolean): void {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  useQuery({
    ...revisionQuery,
    enabled: session?.signedIn === true && openSource() === null,
    refetchInterval: ({ state }) => (isWanted || isAwaited(state.data)) && askedEvery,
    refetchOnWindowFocus: isWanted,
    notifyOnChangeProps: [],
  })
}

function isAwaited(revision: Revision | undefined): boolean {
  return revision !== undefined && revision.revision === null && revision.not_kept === null
}

/** Has the gateway read the account now. Resolves once it did, or after some seconds. Throws as `getJson` does. */
export async function readNow(client: QueryClient): Promise<Revision> {
  const headers = { 'content-type': 'application/json', ...sessionHeaders() }
  const revision = (await getJson(syncPath, syncPath, undefined, {
    method: 'POST',
    headers,
    body: '{}',
  })) as Revision
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

/** Answered, or refused, before the revision was there. */
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
