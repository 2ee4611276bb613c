import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { unexpectedBody } from '../contract/api-error.ts'
import type {
  AnswerBasis,
  ConsoleListName,
  ListBody,
  ListedRecords,
  RecordAnswer,
  TotalsAnswer,
  TotalsColumn,
} from '../contract/console-api.ts'
import {
  type ListParameters,
  listTarget,
  recordTarget,
  type TotalsFilter,
  totalsTarget,
} from '../contract/console-targets.ts'
import { asFields } from '../contract/normal-records.ts'
import { askGateway } from './request.ts'

/**
 * What the gateway answers of records. The key goes from general to specific: another revision invalidates all that begin with `records`.
 * `isBody`: a gateway of another version may answer in another form, which must not break a page. Throws as `askGateway` does.
 */
export function recordsQuery<Body>(
  kind: string,
  target: string,
  isBody: (body: unknown) => body is Body,
  what: string,
): RecordsQuery<Body> {
  return {
    queryKey: recordsKey(kind, target),
    queryFn: ({ signal }) => readBody(target, signal, isBody, what),
  }
}

export interface RecordsQuery<Body> {
  readonly queryKey: readonly string[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Body>
  readonly enabled?: boolean
}

export function recordsKey(kind: string, target: string): readonly string[] {
  return ['records', kind, ...target.split('?')]
}

async function readBody<Body>(
  target: string,
  signal: AbortSignal,
  isBody: (body: unknown) => body is Body,
  what: string,
): Promise<Body> {
  const body = await askGateway(target, signal)
  if (isBody(body)) return body
  throw unexpectedBody(target, what)
}

export function listQuery<Name extends ConsoleListName>(name: Name, parameters: ListParameters<Name>) {
  return listAt<ListedRecords[Name]>(listTarget(name, parameters))
}

export type PageQuery<Row> = RecordsQuery<ListBody<Row>>

export function listAt<Row>(target: string): PageQuery<Row> {
  return recordsQuery('list', target, isList<Row>, 'a list of records')
}

export function readList<Row>(target: string, signal: AbortSignal): Promise<ListBody<Row>> {
  return readBody(target, signal, isList<Row>, 'a list of records')
}

/** Keeps the rows of the page or filter before until the next ones are there. An empty page says nothing about another filter. */
export function usePageQuery<Row>(
  query: PageQuery<Row>,
  { keepsRows = true }: { readonly keepsRows?: boolean } = {},
) {
  return useQuery({
    ...query,
    placeholderData: (before) => (keepsRows && before && before.records.length > 0 ? before : undefined),
  })
}

export function recordAt<Row>(target: string) {
  return recordsQuery('record', target, isRecord<Row>, 'a record')
}

/** Reads the next page of a list once this one has been looked at for a moment. Null reads nothing. */
export function usePrefetched(query: PageQuery<unknown> | null): void {
  const client = useQueryClient()
  const target = query?.queryKey.join(' ') ?? null
  // A failure shows when the page opens.
  const read = useEffectEvent(() => query && void client.prefetchQuery({ ...query, retry: false }))
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => read(), lookedAt)
    return () => clearTimeout(timer)
  }, [target])
}

/** Milliseconds. */
const lookedAt = 300

/** Null asks for nothing. */
export function useRecord<Name extends 'transactions' | 'vaults'>(name: Name, id: string | null) {
  return useQuery({ ...recordAt<ListedRecords[Name]>(recordTarget(name, id ?? '')), enabled: id !== null })
}

export function useSums(
  filter: TotalsFilter,
  by: readonly TotalsColumn[],
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  return useQuery({ ...recordsQuery('totals', totalsTarget(filter, by), isTotals, 'totals'), enabled })
}

/** What a download of this list or these totals would contain. */
export interface RowsOfTarget extends Pick<AnswerBasis, 'as_of' | 'completeness'> {
  readonly rows: number
  /** Rows that may be in the period: their dates are not known well enough. */
  readonly undecided: number
}

/** `target`: of a list or of totals. Transactions are counted by `/api/totals`: their list gives no total where counting takes long. Null
 * asks for nothing. */
export function useRowsOf(target: string | null) {
  const [path = '', query = ''] = (target ?? '').split('?')
  const parameters = new URLSearchParams(query)
  const isCounted = path === '/transactions'
  // Neither changes how many there are.
  for (const name of ['sort', 'currency']) parameters.delete(name)
  if (!isCounted && path !== '/totals') parameters.set('limit', '1')
  const asked = `${isCounted ? '/totals' : path}?${parameters}`
  return useQuery({
    queryKey: recordsKey('rows', target ?? ''),
    enabled: target !== null,
    queryFn: async ({ signal }): Promise<RowsOfTarget> => {
      const body = await readBody(asked, signal, isTotalsOrList, 'how many rows there are')
      if ('totals' in body) {
        const rows = isCounted ? (body.totals[0]?.count ?? 0) : body.totals.length
        return { rows, undecided: body.undecided, as_of: body.as_of, completeness: body.completeness }
      }
      const { total, undecided, as_of, completeness } = body
      return { rows: total ?? 0, undecided: undecided ?? 0, as_of, completeness }
    },
  })
}

function isList<Row>(body: unknown): body is ListBody<Row> {
  const fields = asFields(body)
  return areRows(fields?.records) && typeof fields?.has_next === 'boolean' && typeof fields.as_of === 'string'
}

function isRecord<Row>(body: unknown): body is RecordAnswer<Row> {
  const fields = asFields(body)
  return asFields(fields?.record) !== null && typeof fields?.as_of === 'string'
}

function isTotals(body: unknown): body is TotalsAnswer {
  return areRows(asFields(body)?.totals)
}

function isTotalsOrList(body: unknown): body is TotalsAnswer | ListBody<unknown> {
  return isTotals(body) || isList(body)
}

function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => asFields(row) !== null)
}
