/** What the console asks its API for: paths and queries, without the API's prefix. The gateway has a browser ask for a page's first one early. */
import type { ConsoleListName, consoleEndpoints, TotalsColumn } from './console-api.ts'
import { endpointPath } from './endpoints.ts'
import type { BalanceType } from './enumerations.ts'

type ParameterOf<Name extends keyof typeof consoleEndpoints> =
  keyof (typeof consoleEndpoints)[Name]['parameters'] & string

/** One value, or several of which a record has to match one. */
type Given = string | number | readonly string[] | undefined

export type ListParameters<Name extends ConsoleListName> = {
  readonly [P in Exclude<ParameterOf<Name>, 'as' | 'column' | 'fingerprint'>]?: Given
}

export type TotalsFilter = {
  readonly [P in Exclude<ParameterOf<'totals'>, 'by' | 'as' | 'column' | 'fingerprint'>]?: Given
}

/** Of a list, for its rows and for its downloads. `type` is that of a balance list. */
export function listTarget<Name extends ConsoleListName>(
  name: Name,
  parameters: ListParameters<Name>,
  type: string = 'all' satisfies BalanceType,
): string {
  const path =
    name === 'balances' && type !== 'all' ? endpointPath('balancesOfType', type) : endpointPath(name)
  return withParameters(path, parameters)
}

export function recordTarget(name: 'transactions' | 'vaults', id: string): string {
  return endpointPath(name === 'vaults' ? 'vault' : 'transaction', id)
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
