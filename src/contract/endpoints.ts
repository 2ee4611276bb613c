/** Specification, "Endpoints". The service validates and publishes these, the gateway forwards only these, and the console asks by them. */
import {
  changePoolAlias,
  type Role,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from './enumerations.ts'
import type { ServiceErrorCode } from './errors.ts'

export const limitRange = { min: 1, max: 1000, default: 200 } as const

/** The largest offset that the console asks for. No list is that long: one that seems so does not turn its pages. */
export const maxOffset = 999_999_999

export interface Parameter {
  readonly description: string
  /** Also validates requests: see `accepts` in `query.ts`. */
  readonly openapi:
    | {
        readonly type: 'integer'
        readonly minimum: number
        readonly maximum: number
        readonly default: number
      }
    | { readonly type: 'string'; readonly enum: readonly string[] }
    | {
        readonly type: 'string'
        readonly minLength: number
        readonly maxLength: number
        readonly examples?: readonly string[]
      }
  readonly refusedWith: ServiceErrorCode
}

function wholeNumber(description: string, minimum: number, maximum: number, fallback: number): Parameter {
  return {
    description,
    openapi: { type: 'integer', minimum, maximum, default: fallback },
    refusedWith: 'ERR-00',
  }
}

/** No id or address in use exceeds 512. The limit prevents abuse. */
export const textForm = { type: 'string', minLength: 1, maxLength: 512 } as const

function text(description: string): Parameter {
  return { description, openapi: textForm, refusedWith: 'ERR-00' }
}

function choice(description: string, values: readonly string[], refusedWith: ServiceErrorCode): Parameter {
  return { description, openapi: { type: 'string', enum: values }, refusedWith }
}

const dateDescription =
  'An ISO 8601 date (a whole UTC day, both ends included) or an instant with Z or an offset.'

/** `readTimeRange` decides which dates and ranges are valid. */
function date(description: string): Parameter {
  return {
    description: `${description} ${dateDescription}`,
    openapi: { ...textForm, examples: ['2026-11-01', '2026-11-01T14:03:22Z'] },
    refusedWith: 'TXN-03',
  }
}

const page = {
  limit: wholeNumber('The most records to return.', limitRange.min, limitRange.max, limitRange.default),
  offset: wholeNumber('How many records to skip.', 0, Number.MAX_SAFE_INTEGER, 0),
}

const assetAndNetwork = {
  asset_id: text('Filter by asset id.'),
  network_id: text('Filter by network id.'),
}

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
  readonly summary: string
  readonly path: string
  readonly aliases: readonly string[]
  readonly pathParameter?: {
    readonly name: string
    readonly description: string
    readonly values?: readonly string[]
  }
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Parameters that may be given again: any of the values matches. */
  readonly several?: readonly string[]
  readonly answer: AnswerForm
  /** ERR-00 to ERR-03 may also come from every endpoint. */
  readonly errors: readonly ServiceErrorCode[]
  readonly role: Role
}

export const endpoints = {
  transactions: {
    summary: 'Transaction history, newest first',
    path: '/transactions',
    aliases: [],
    parameters: {
      ...page,
      transaction_id: text('Filter by transaction id.'),
      source_id: text('Filter by source vault id.'),
      source_address: text('Filter by source wallet address.'),
      ...assetAndNetwork,
      start_date: date('Start of the range of the time that the service recorded the transaction.'),
      end_date: date('End of the range of the time that the service recorded the transaction.'),
      transaction_type: choice(
        'Filter by transaction type; changepool is the same as change pool.',
        [...transactionTypes, changePoolAlias],
        'TXN-00',
      ),
      destination_id: text('Filter by destination vault or whitelist id.'),
      destination_address: text('Filter by destination wallet address.'),
      status: choice('Filter by status.', transactionStatuses, 'TXN-01'),
    },
    answer: transactionAnswer,
    errors: ['TXN-00', 'TXN-01', 'TXN-02', 'TXN-03'],
    role: 'viewer',
  },
  transaction: {
    summary: 'One transaction',
    path: '/transactions/{tx_id}',
    aliases: ['/transaction/{tx_id}'],
    pathParameter: { name: 'tx_id', description: 'Id of the transaction to return.' },
    parameters: {},
    answer: transactionAnswer,
    errors: ['TXN-04'],
    role: 'viewer',
  },
  whitelists: {
    summary: 'Whitelists of destination addresses, by name',
    path: '/whitelist',
    aliases: [],
    parameters: {
      ...page,
      whitelist_type: choice('Filter by whitelist type.', whitelistTypes, 'WHT-01'),
      ...assetAndNetwork,
    },
    answer: whitelistAnswer,
    errors: ['WHT-00', 'WHT-01'],
    role: 'viewer',
  },
  vaults: {
    summary: 'Vaults with their holdings, by name',
    path: '/vaults',
    aliases: [],
    parameters: {
      ...page,
      vault_type: choice('Filter by vault type.', vaultTypes, 'VAL-00'),
      ...assetAndNetwork,
    },
    answer: vaultAnswer,
    errors: ['VAL-00', 'VAL-01'],
    role: 'viewer',
  },
  vault: {
    summary: 'One vault with its holdings',
    path: '/vaults/{vaults_id}',
    aliases: [],
    pathParameter: { name: 'vaults_id', description: 'Id of the vault to return.' },
    parameters: {},
    answer: vaultAnswer,
    errors: ['VAL-02'],
    role: 'viewer',
  },
  balances: {
    summary: 'Total balances of all vaults, by asset and network',
    path: '/balances',
    aliases: [],
    parameters: { ...page, ...assetAndNetwork },
    answer: balanceAnswer,
    errors: ['BAL-00'],
    role: 'viewer',
  },
  balancesOfType: {
    summary: 'Balances of the vaults of one type, by asset and network',
    path: '/balances/{vault_type}',
    aliases: [],
    pathParameter: { name: 'vault_type', description: 'cold or warm.', values: vaultTypes },
    parameters: { ...page, ...assetAndNetwork },
    answer: balanceAnswer,
    errors: ['BAL-01', 'BAL-02'],
    role: 'viewer',
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

export type ParameterName<Name extends EndpointName> = keyof (typeof endpoints)[Name]['parameters'] & string

/** Parameters as text, without paging. */
export type Filter<Name extends EndpointName> = {
  readonly [P in Exclude<ParameterName<Name>, 'limit' | 'offset'>]?: string
}

/** What lists of the console and of books can be asked for beside the specification. No service is. */
const ownParameters = {
  address: text('Filter by address at either end, in every spelling.'),
  amount_from: text('The least amount.'),
  amount_to: text('The largest amount.'),
  text: text('Words that all occur in notes, memos, hashes or ids.'),
  sort: text('A column of the console, and asc or desc: amount:desc.'),
}

/** Transactions as books list them. */
export const bookedTransactions = {
  ...endpoints.transactions,
  parameters: { ...endpoints.transactions.parameters, ...ownParameters },
  several: ['asset_id', 'network_id', 'transaction_type', 'status'],
} as const satisfies Endpoint

type SeveralName = (typeof bookedTransactions.several)[number]

/** Several values of one filter are at least two. */
export type FilterValue = string | readonly string[]

/** A filter of the console. */
export type TransactionFilter = {
  readonly [P in Exclude<keyof typeof bookedTransactions.parameters, 'limit' | 'offset' | 'sort'>]?:
    | string
    | (P extends SeveralName ? readonly string[] : never)
}

/** Whether only books can tell what the filter lists. */
export function needsBooks(filter: Readonly<Partial<Record<string, FilterValue>>>): boolean {
  return Object.entries(filter).some(
    ([name, value]) => typeof value !== 'string' || ['amount_from', 'amount_to', 'text'].includes(name),
  )
}

/** What of a filter a service takes. It lists no less than the filter does. */
export function serviceFilter(filter: TransactionFilter): Filter<'transactions'> {
  const { address: _, ...others } = filter
  return Object.fromEntries(Object.entries(others).filter(([name, value]) => !needsBooks({ [name]: value })))
}

const names = Object.keys(endpoints) as EndpointName[]

export const endpointNames: readonly EndpointName[] = names

/** Takes a path without query or prefix. `value` stays encoded. */
export function matchEndpoint(path: string): { name: EndpointName; value?: string } | undefined {
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    for (const form of [endpoint.path, ...endpoint.aliases]) {
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
