/** Specification, "Endpoints". The service validates by these, the gateway forwards only these, and the console asks by them. */
import {
  changePoolAlias,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from './enumerations.ts'
import type { ServiceErrorCode } from './error-codes.ts'

export const limitRange = { min: 1, max: 1000, default: 200 } as const

/** The largest offset that the console asks for. No list is that long: one that seems so does not turn its pages. */
export const maxOffset = 999_999_999

/** No id or address in use is longer. The limit prevents abuse. */
export const longestText = 512

/** A mail in which an id is looked for. A longer one does not fit into an address. */
export const longestPasted = 4096

export interface Parameter {
  /**
   * A whole number from one to another, one of some values, a decimal, an instant or a day, a text, or a longer one. `readTimeRange` decides which
   * texts are dates.
   */
  readonly form:
    | { readonly min: number; readonly max: number }
    | readonly string[]
    | 'decimal'
    | 'instant'
    | 'text'
    | 'pasted'
  readonly refusedWith: ServiceErrorCode
}

const text: Parameter = { form: 'text', refusedWith: 'ERR-00' }
const date: Parameter = { form: 'text', refusedWith: 'TXN-03' }

function choice(values: readonly string[], refusedWith: ServiceErrorCode): Parameter {
  return { form: values, refusedWith }
}

const page = {
  limit: { form: limitRange, refusedWith: 'ERR-00' },
  offset: { form: { min: 0, max: Number.MAX_SAFE_INTEGER }, refusedWith: 'ERR-00' },
} as const

const assetAndNetwork = { asset_id: text, network_id: text }

export interface AnswerForm {
  readonly lists: readonly string[]
  /** Fields that identify a record sent without a list. */
  readonly marks: readonly string[]
}

const transactionAnswer = { lists: ['transactions'], marks: ['transaction_id', 'transaction'] } as const
const whitelistAnswer = { lists: ['whitelists'], marks: ['whitelist_id'] } as const
const vaultAnswer = { lists: ['vaults'], marks: ['vault_id', 'vault_name', 'assets'] } as const
const balanceAnswer = { lists: ['balance', 'balances'], marks: [] } as const

/** `path` has at most one `{parameter}`, as its last segment. */
export interface Endpoint {
  readonly path: string
  readonly pathParameter?: string
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Parameters that may be given again: any of the values matches. */
  readonly several?: readonly string[]
  /** Whoever answers reads any other parameters, and refuses them. */
  readonly hasOthers?: true
}

interface ServiceEndpoint extends Endpoint {
  readonly alias?: string
  readonly answer: AnswerForm
  /** ERR-00 to ERR-03 may also come from every endpoint. */
  readonly errors: readonly ServiceErrorCode[]
}

export const endpoints = {
  transactions: {
    path: '/transactions',
    parameters: {
      ...page,
      transaction_id: text,
      source_id: text,
      source_address: text,
      ...assetAndNetwork,
      start_date: date,
      end_date: date,
      transaction_type: choice([...transactionTypes, changePoolAlias], 'TXN-00'),
      destination_id: text,
      destination_address: text,
      status: choice(transactionStatuses, 'TXN-01'),
    },
    answer: transactionAnswer,
    errors: ['TXN-00', 'TXN-01', 'TXN-02', 'TXN-03'],
  },
  transaction: {
    path: '/transactions/{tx_id}',
    alias: '/transaction/{tx_id}',
    pathParameter: 'tx_id',
    parameters: {},
    answer: transactionAnswer,
    errors: ['TXN-04'],
  },
  whitelists: {
    path: '/whitelist',
    parameters: {
      ...page,
      whitelist_type: choice(whitelistTypes, 'WHT-01'),
      ...assetAndNetwork,
    },
    answer: whitelistAnswer,
    errors: ['WHT-00', 'WHT-01'],
  },
  vaults: {
    path: '/vaults',
    parameters: {
      ...page,
      vault_type: choice(vaultTypes, 'VAL-00'),
      ...assetAndNetwork,
    },
    answer: vaultAnswer,
    errors: ['VAL-00', 'VAL-01'],
  },
  vault: {
    path: '/vaults/{vaults_id}',
    pathParameter: 'vaults_id',
    parameters: {},
    answer: vaultAnswer,
    errors: ['VAL-02'],
  },
  balances: {
    path: '/balances',
    parameters: { ...page, ...assetAndNetwork },
    answer: balanceAnswer,
    errors: ['BAL-00'],
  },
  balancesOfType: {
    path: '/balances/{vault_type}',
    pathParameter: 'vault_type',
    parameters: { ...page, ...assetAndNetwork },
    answer: balanceAnswer,
    errors: ['BAL-01', 'BAL-02'],
  },
} as const satisfies Record<string, ServiceEndpoint>

export type EndpointName = keyof typeof endpoints

export type ParameterName<Name extends EndpointName> = keyof (typeof endpoints)[Name]['parameters'] & string

export type Filter<Name extends EndpointName> = {
  readonly [P in Exclude<ParameterName<Name>, 'limit' | 'offset'>]?: string
}

/** Several values of one filter are at least two. */
export type FilterValue = string | readonly string[]

const names = Object.keys(endpoints) as EndpointName[]

export const endpointNames: readonly EndpointName[] = names

/** Takes a path without query or prefix. `value` stays encoded. */
export function matchEndpoint(path: string): { name: EndpointName; value?: string } | undefined {
  for (const name of names) {
    for (const form of endpointPaths(name)) {
      const brace = form.indexOf('{')
      if (brace < 0) {
        if (path === form) return { name }
        continue
      }
      const value = path.slice(brace)
      if (path.startsWith(form.slice(0, brace)) && value !== '' && !value.includes('/'))
        return { name, value }
    }
  }
  return undefined
}

/** Its path, and another that is served alike where it has one. */
export function endpointPaths(name: EndpointName): readonly string[] {
  const { path, alias }: ServiceEndpoint = endpoints[name]
  return alias === undefined ? [path] : [path, alias]
}

export function endpointPath(name: EndpointName, value?: string): string {
  const { path }: Endpoint = endpoints[name]
  return path.replace(/\{[^}]+\}/, () => pathSegment(value ?? ''))
}

/** An id may contain half a surrogate pair, which a URL cannot. The link uses U+FFFD, so that such an id breaks no page. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

/** Null if it is not valid percent-encoded UTF-8. */
export function decodedSegment(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
