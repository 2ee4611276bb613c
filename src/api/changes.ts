/** What was seen to change in the account. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import { type ChangedKind, type ChangesAnswer, changesEndpoint } from '../contract/changes.ts'
import { asFields } from '../contract/normal-records.ts'
import { askGateway } from './request.ts'

function changesQuery(parameters: readonly (readonly [string, string])[]) {
  const target = `${changesEndpoint.path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`
  return queryOptions({
    queryKey: ['records', 'changes', target],
    queryFn: async ({ signal }): Promise<ChangesAnswer> => {
      const body = await askGateway(target, signal)
      if (areChanges(body)) return body
      throw unexpectedBody(target, 'what changed')
    },
  })
}

/** Of one record, the newest first. */
export function useRecordChanges(kinds: readonly ChangedKind[], id: string, limit: number) {
  const parameters = [
    ...kinds.map((kind) => ['kind', kind] as const),
    ...[['id', id] as const, ['limit', String(limit)] as const],
  ]
  return useQuery(changesQuery(parameters))
}

/** Of all, those that were told after a reading, the newest first. Keeps the previous answer until the next one comes. */
export function useChangesAfter(reading: number, isWanted: boolean) {
  return useQuery({
    ...changesQuery([['after', String(reading)]]),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

function areChanges(body: unknown): body is ChangesAnswer {
  const fields = asFields(body)
  return Array.isArray(fields?.changes) && typeof fields.last === 'number'
}
