import { failureOf, lacksRecords, needsAllRecords } from '../../api/failure.ts'
import { listQuery, usePageQuery } from '../../api/records.ts'
import { useRevision } from '../../api/revision.ts'
import { useWholeList } from '../../api/whole-list.ts'
import type { Whitelist } from '../../contract/normal-records.ts'

/** Whitelists of an id: one, unless the service gave it to several. */
export interface WhitelistsOfId {
  readonly records: readonly Whitelist[]
  /** Where there is none: whether the service is known to list no such whitelist. */
  readonly isWhole: boolean
}

/** No service can be asked for one whitelist: where its records are not kept, it is found among all. */
export function useWhitelist(id: string, { enabled = true }: { readonly enabled?: boolean } = {}) {
  const byId = usePageQuery({ ...listQuery('whitelists', { whitelist_id: id, limit: mostOfId }), enabled })
  const failure = failureOf(byId)
  const isRefused = needsAllRecords(failure) || lacksRecords(failure)
  const all = useWholeList('whitelists', {}, { enabled: enabled && isRefused })
  const body = isRefused ? all.data : byId.isPlaceholderData ? undefined : byId.data
  const found: WhitelistsOfId | undefined = body && {
    records: body.records.filter(({ whitelist_id }) => whitelist_id === id),
    isWhole: body.completeness !== null && body.completeness !== 'partial',
  }
  return { query: isRefused ? all : byId, found }
}

const mostOfId = 50

/** Lists of what went to it and came from it. Without records a service is asked, which knows ids alone. */
export function useWhitelistFilters(id: string) {
  return typeof useRevision()?.revision === 'string'
    ? ({ to: { sent_to: id }, from: { received_from: id } } as const)
    : ({ to: { destination_id: id }, from: { source_id: id } } as const)
}
