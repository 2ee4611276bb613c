/** What was seen to change in the account. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import {
  type ChangeCount,
  type ChangedKind,
  type ChangesAnswer,
  changesEndpoint,
} from '../contract/changes.ts'
import { limitRange } from '../contract/endpoints.ts'
import { asFields } from '../contract/normal-records.ts'
import { askGateway } from './request.ts'

type Parameters = readonly (readonly [name: string, value: string])[]

async function readChanges(parameters: Parameters, signal: AbortSignal): Promise<ChangesAnswer> {
  const target = `${changesEndpoint.path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`
  const body = await askGateway(target, signal)
  if (areChanges(body)) return body
  throw unexpectedBody(target, 'what changed')
}

function changesQuery(parameters: Parameters) {
  return queryOptions({
    queryKey: ['records', 'changes', parameters],
    queryFn: ({ signal }) => readChanges(parameters, signal),
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

/** Of these transactions, those that were told after a moment, the newest first. Of none, nothing is asked. */
export function useTransactionChangesAfter(moment: number, ids: readonly string[], isWanted: boolean) {
  const parameters: Parameters = [
    ['after', String(moment)],
    ['kind', 'transaction'],
    ...ids.map((id) => ['id', id] as const),
  ]
  return useQuery({ ...changesQuery(parameters), enabled: isWanted && ids.length > 0 })
}

/** Of all, those that were told after a moment, in milliseconds since 1970, the newest first. What is known already is not asked for again. */
export function useChangesAfter(moment: number | null) {
  return useQuery({
    queryKey: ['records', 'changes-after', moment] as const,
    queryFn:
      moment === null
        ? skipToken
        : async ({ client, queryKey, signal }) => {
            const before = client.getQueryData<ChangesAnswer>(queryKey)
            const after = await readChanges([['after', String(Math.max(moment, before?.last ?? 0))]], signal)
            return before ? joined(before, after) : after
          },
  })
}

function joined(before: ChangesAnswer, after: ChangesAnswer): ChangesAnswer {
  const counts = new Map<string, ChangeCount>()
  for (const one of [...(before.counts ?? []), ...(after.counts ?? [])]) {
    const key = JSON.stringify([one.kind, one.event, one.before, one.after])
    counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
  }
  return {
    ...after,
    counts: [...counts.values()],
    changes: [...after.changes, ...before.changes].slice(0, limitRange.default),
  }
}

function areChanges(body: unknown): body is ChangesAnswer {
  const fields = asFields(body)
  return Array.isArray(fields?.changes) && typeof fields.last === 'number'
}
