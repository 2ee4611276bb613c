/** Queries and hooks of records. Each key begins with `records`, so that another revision invalidates all of them. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type {
  ConsoleListName,
  consoleEndpoints,
  ListBody,
  ListedRecords,
  RecordAnswer,
  TotalsAnswer,
  TotalsColumn,
} from '../contract/console-api.ts'
import { pathSegment } from '../contract/endpoints.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { askGateway } from './request.ts'

type ParameterOf<Name extends keyof typeof consoleEndpoints> =
  keyof (typeof consoleEndpoints)[Name]['parameters'] & string

/** One value, or several of which any matches. */
type Given = string | number | readonly string[] | undefined

export type ListParameters<Name extends ConsoleListName> = {
  readonly [P in Exclude<ParameterOf<Name>, 'as' | 'column' | 'fingerprint'>]?: Given
}

export type TotalsFilter = {
  readonly [P in Exclude<ParameterOf<'totals'>, 'by' | 'as' | 'column' | 'fingerprint'>]?: Given
}

const paths = {
  transactions: '/transactions',
  vaults: '/vaults',
  balances: '/balances',
  whitelists: '/whitelist',
} as const satisfies Record<ConsoleListName, string>

/** Path and query of a list, as a request and as a download ask for it. `type` is that of a balance list. */
export function listTarget<Name extends ConsoleListName>(
  name: Name,
  parameters: ListParameters<Name>,
  type: BalanceType = 'all',
): string {
  const path = name === 'balances' && type !== 'all' ? `${paths.balances}/${type}` : paths[name]
  return withParameters(path, parameters)
}

export function totalsTarget(filter: TotalsFilter, by: readonly TotalsColumn[]): string {
  return withParameters('/totals', { ...filter, by })
}

/** Without what is undefined or empty. */
function withParameters(path: string, parameters: Readonly<Record<string, Given>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined || one === '' ? [] : [[name, String(one)]])),
    ),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

export function listQuery<Name extends ConsoleListName>(
  name: Name,
  parameters: ListParameters<Name>,
  type: BalanceType = 'all',
) {
  const target = listTarget(name, parameters, type)
  return queryOptions({
    queryKey: ['records', 'list', target],
    queryFn: async ({ signal }) =>
      // The gateway that serves this page makes the answer.
      (await askGateway(target, signal)) as ListBody<ListedRecords[Name]>,
  })
}

/** Keeps the rows of the page or filter before until the next ones are there. */
export function useList<Name extends ConsoleListName>(
  name: Name,
  parameters: ListParameters<Name>,
  { type = 'all', enabled = true }: { readonly type?: BalanceType; readonly enabled?: boolean } = {},
) {
  return useQuery({ ...listQuery(name, parameters, type), enabled, placeholderData: keepPreviousData })
}

export function recordQuery<Name extends 'transactions' | 'vaults'>(name: Name, id: string) {
  const target = `${paths[name]}/${pathSegment(id)}`
  return queryOptions({
    queryKey: ['records', 'record', target],
    queryFn: async ({ signal }) => (await askGateway(target, signal)) as RecordAnswer<ListedRecords[Name]>,
  })
}

/** Null asks for nothing. */
export function useRecord<Name extends 'transactions' | 'vaults'>(name: Name, id: string | null) {
  return useQuery({ ...recordQuery(name, id ?? ''), enabled: id !== null })
}

export function sumsQuery(filter: TotalsFilter, by: readonly TotalsColumn[]) {
  const target = totalsTarget(filter, by)
  return queryOptions({
    queryKey: ['records', 'totals', target],
    queryFn: async ({ signal }) => (await askGateway(target, signal)) as TotalsAnswer,
  })
}

export function useSums(
  filter: TotalsFilter,
  by: readonly TotalsColumn[],
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  return useQuery({ ...sumsQuery(filter, by), enabled })
}
