/** Records as the console holds them, under the contract's names. Each field is text, or null if missing. Unknown values stay as sent. */

const assetFields = ['asset_id', 'asset_name', 'network_id', 'network_name'] as const

/** In display order. */
export const amountNames = [
  'total_balance',
  'available_balance',
  'processing_balance',
  'staking_balance',
  'claimable_balance',
] as const

/** Repeats the field names, because the contract's schemas would load their validation library on every page. */
export const textFields = {
  transactionItem: ['transaction_id', 'timestamp', 'status'],
  transactionDetails: [
    'transaction_type',
    ...assetFields,
    'amount',
    'fee',
    'txn_hash',
    'blockexplorer_link',
    'note',
  ],
  transactionSource: ['source_type', 'source_id', 'source_name', 'source_address'],
  transactionDestination: [
    'destination_type',
    'destination_id',
    'destination_name',
    'destination_address',
    'memo',
  ],
  whitelist: ['whitelist_id', 'whitelist_name', 'whitelist_type'],
  whitelistAsset: [...assetFields, 'address', 'memo'],
  vault: ['vault_id', 'vault_name', 'vault_type'],
  holding: assetFields,
  balanceAmounts: amountNames,
} as const

type Texts<Name extends keyof typeof textFields> = {
  readonly [Field in (typeof textFields)[Name][number]]: string | null
}

/** A field outside the specification. `path` is relative to the record. */
export interface OtherField {
  readonly path: string
  readonly value: string
}

interface Received {
  readonly others: readonly OtherField[]
  /** As received, with numbers as text. Lists of the console's API leave it out. */
  readonly received?: unknown
  /** Its exact JSON from the answer, if the caller keeps that. Absent on records within another record. */
  readonly text?: string
}

export type Source = Texts<'transactionSource'>
export type Destination = Texts<'transactionDestination'>

/** The item merged with its details object. `timestamp` is the retrieval time. */
export type Transaction = Texts<'transactionItem'> &
  Texts<'transactionDetails'> & { readonly source: Source; readonly destination: Destination } & Received

export type Amounts = Texts<'balanceAmounts'>

export type Holding = Texts<'holding'> & {
  readonly balances: Amounts
  /** Balances were sent, but in a form without any of the amounts. Without this, an amount that is null was not given. */
  readonly hasUnreadBalances?: true
} & Received

/**
 * Some services list what each vault, or each type of vault, holds in place of the sum: "vault v1". Null for a sum. Vaults may share a
 * name, so that what is compared calls them by id.
 */
export function holderOf(
  { others }: Pick<Holding, 'others'>,
  calledBy: 'vault_id' | 'vault_name' = 'vault_id',
): string | null {
  const given = (name: string) => others.find(({ path }) => path === name)?.value || null
  const vault = given(calledBy) ?? given('vault_id') ?? given('vault_name')
  const type = given('vault_type')
  return vault === null ? type && `${type.toLowerCase()} vaults` : `vault ${vault}`
}

export type Vault = Texts<'vault'> & {
  readonly assets: readonly Holding[]
  /** The service did not say what it holds. */
  readonly lacksAssets?: true
} & Received

export type WhitelistAsset = Texts<'whitelistAsset'> & Received

export type Whitelist = Texts<'whitelist'> & { readonly assets: readonly WhitelistAsset[] } & Received

export function eachAmount<T>(of: (name: keyof Amounts) => T): Readonly<Record<keyof Amounts, T>> {
  return {
    total_balance: of('total_balance'),
    available_balance: of('available_balance'),
    processing_balance: of('processing_balance'),
    staking_balance: of('staking_balance'),
    claimable_balance: of('claimable_balance'),
  }
}

/** A record without a name is called by its id. Services send a missing name as null, and as an empty text. */
export function nameOrId(name: string | null | undefined, id: string | null | undefined): string | null {
  return name?.trim() ? name : (id ?? null)
}

/** Whether a record says what it said before. Its time differs at each reading, its form may, and its date is found later. */
export function isUnchanged(now: object, before: object): boolean {
  return now === before || contentOf(now) === contentOf(before)
}

function contentOf(record: object): string {
  return JSON.stringify(record, (key, value: unknown) =>
    key === 'timestamp' || key === 'received' || key === 'recorded' ? undefined : value,
  )
}

/** A value without what services may ignore when they compare it: case, spaces, hyphens and underscores. */
export function looseSpelling(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '')
}

/** By which text each column of transactions is sorted, except their date, which is in no record. */
export const transactionSortTexts = {
  transaction_type: (row) => row.transaction_type,
  status: (row) => row.status,
  amount: (row) => row.amount,
  asset_id: (row) => row.asset_id,
  network_name: (row) => nameOrId(row.network_name, row.network_id),
  source: ({ source }) =>
    nameOrId(source.source_name, source.source_address || source.source_id || source.source_type),
  destination: ({ destination }) =>
    nameOrId(
      destination.destination_name,
      destination.destination_address || destination.destination_id || destination.destination_type,
    ),
  fee: (row) => row.fee,
  txn_hash: (row) => row.txn_hash,
  transaction_id: (row) => row.transaction_id,
} satisfies Readonly<Record<string, (row: Omit<Transaction, 'received'>) => string | null>>

/** Not a copy: that of a million fields takes a second. */
export function asFields(value: unknown): Readonly<Record<string, unknown>> | null {
  return isFields(value) ? value : null
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Strings as they are, the rest as JSON; null if missing. */
export function asText(value: unknown): string | null {
  if (isMissing(value)) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}
