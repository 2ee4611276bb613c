import { useQuery } from '@tanstack/react-query'
import { type ChangedKind, type ChangesAnswer, changesEndpoint } from '../contract/changes.ts'
import { asFields } from '../contract/normal-records.ts'
import { recordsQuery } from './records.ts'

type Parameters = readonly (readonly [name: string, value: string])[]

function changesQuery(parameters: Parameters) {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  return recordsQuery('changes', `${changesEndpoint.path}?${query}`, areChanges, 'what changed')
}

/** Of one record, the newest first. */
export function useRecordChanges(kinds: readonly ChangedKind[], id: string, limit: number) {
  const parameters = [
    ...kinds.map((kind) => ['kind', kind] as const),
    ...[['id', id] as const, ['limit', String(limit)] as const],
  ]
  return useQuery(changesQuery(parameters))
}

/** Of these transactions, those that were told after a moment, the newest first. Of none, nothing is asked. */
export function useTransactionChangesAfter(moment: number, ids: readonly string[], isWanted: boolean) {
  const parameters: Parameters = [
    ['after', String(moment)],
    ['kind', 'transaction'],
    ...ids.map((id) => ['id', id] as const),
  ]
  return useQuery({ ...changesQuery(parameters), enabled: isWanted && ids.length > 0 })
}

function areChanges(body: unknown): body is ChangesAnswer {
  const fields = asFields(body)
  return Array.isArray(fields?.changes) && typeof fields.last === 'number'
}
