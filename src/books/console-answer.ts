/** Answers the API of the console from the books of an open pack, in the form in which the gateway answers it. */
import type { ReadAnswer } from '../api/pack-source.ts'
import { sameAccount } from '../chains/index.ts'
import {
  type AnswerBasis,
  type ConsoleTransaction,
  consoleEndpoints,
  type DateSpan,
  type ListBody,
  type RecordAnswer,
  type sortColumns,
  type TotalsAnswer,
  type TotalsRow,
  totalColumns,
} from '../contract/console-api.ts'
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import { type Endpoint, matchEndpoint } from '../contract/endpoints.ts'
import { type BalanceType, vaultTypes } from '../contract/enumerations.ts'
import type { ServiceErrorCode } from '../contract/error-codes.ts'
import { serviceErrors, writeErrorBody } from '../contract/errors.ts'
import { eachAmount, type Holding, nameOrId, type Vault, type Whitelist } from '../contract/normal-records.ts'
import { type ReadQuery, RequestFault, readPathValue, readQuery } from '../contract/query.ts'
import { sortedBy, sortedRows } from '../contract/sort-key.ts'
import type { WalkEnd } from '../sync/service/walk.ts'
import type { Books } from './books.ts'
import { decimalText, matchTransactions, type TransactionMatches } from './find-transactions.ts'
import { shownAddresses } from './shown-addresses.ts'
import type { BookRow, TimeSpan } from './transaction-table.ts'
import { wireTransaction } from './wire-form.ts'

/** `target`: path and query, without prefix. A refusal is the specification's, with its body. */
export function consoleAnswer(books: Books, target: string): ReadAnswer {
  const [path = '', ...rest] = target.split('?')
  try {
    const body = answerTo(books, path, rest.join('?'))
    return body === null
      ? refusal('ERR-00', 'An open pack does not answer this.', 404)
      : { status: 200, body }
  } catch (error) {
    if (error instanceof RequestFault) return refusal(error.code, error.details)
    throw error
  }
}

function refusal(code: ServiceErrorCode, details: string, status: number = serviceErrors[code].httpStatus) {
  return { status, body: writeErrorBody(code, { ...serviceErrors[code], details, httpStatus: status }) }
}

/** Null for a path that has no answer here. */
function answerTo(books: Books, path: string, query: string): object | null {
  const addresses = shownAddresses(books.transactions.table, path, query)
  if (addresses) return { ...basisIn(books, books.transactions), ...addresses }
  const target = path === consoleEndpoints.totals.path ? { name: 'totals' as const } : matchEndpoint(path)
  if (!target) return null
  const endpoint: Endpoint = consoleEndpoints[target.name]
  const read = readQuery(endpoint, query)
  const value = readPathValue(endpoint, 'value' in target ? target.value : undefined)
  const { vaults, balances } = books.holdings.at(-1) ?? {}
  if (!vaults || !balances) throw new Error('These records include no reading of vaults and balances.')
  const basisOf = (end: WalkEnd) => basisIn(books, end)
  switch (target.name) {
    case 'transactions':
      return { ...basisOf(books.transactions), ...transactionPage(matchTransactions(books, read), read) }
    case 'totals': {
      const matches = matchTransactions(books, read)
      const answer: TotalsAnswer = {
        ...basisOf(books.transactions),
        totals: totalsOf(matches, read),
        undecided: matches.undecided,
      }
      return answer
    }
    case 'transaction': {
      const filter = new Map([['transaction_id', value]])
      const [row] = listedIn(matchTransactions(books, { filter, several: new Map(), period: {} }), 1, 0)
      const record = row && { ...row, received: wireTransaction(row) }
      return recordAnswer(basisOf(books.transactions), record, 'TXN-04')
    }
    case 'vault': {
      const record = vaults.records.find(({ vault_id }) => vault_id === value)
      return recordAnswer(basisOf(vaults), record, 'VAL-02')
    }
    case 'vaults':
      return { ...basisOf(vaults), ...listPage(vaults.records.filter(isVault(read)), vaultTexts, read) }
    case 'whitelists': {
      const found = books.whitelists.records.filter(isWhitelist(read))
      return { ...basisOf(books.whitelists), ...listPage(found, whitelistTexts, read) }
    }
    case 'balances':
    case 'balancesOfType': {
      const end = balances[target.name === 'balances' ? 'all' : vaultTypeOf(value)]
      return { ...basisOf(end), ...listPage(end.records.filter(isOfAsset(read)), balanceTexts, read) }
    }
  }
}

function basisIn({ ended, update }: Books, { ended: read, completeness }: WalkEnd): AnswerBasis {
  return {
    ...{ from: 'store', revision: null, as_of: ended },
    ...{ read_whole: update?.whole ?? read, completeness },
  }
}

function vaultTypeOf(value: string): BalanceType {
  const type = vaultTypes.find((each) => each === value)
  if (type === undefined) throw new RequestFault('BAL-02', serviceErrors['BAL-02'].details)
  return type
}

type Page<Row> = Omit<ListBody<Row>, keyof AnswerBasis>

function transactionPage(
  matches: TransactionMatches,
  { limit, offset }: ReadQuery,
): Page<ConsoleTransaction> {
  const { total, undecided } = matches
  const records = listedIn(matches, limit, offset)
  return { records, total, undecided, has_next: offset + records.length < total, no_records: null }
}

function listedIn(matches: TransactionMatches, limit: number, offset: number): readonly ConsoleTransaction[] {
  return matches.page(limit, offset).map(({ row, span }) => ({ ...row.whole(), recorded: dateSpan(span) }))
}

function dateSpan({ from, before }: TimeSpan): DateSpan | null {
  return Number.isFinite(from) && Number.isFinite(before) ? { from, before } : null
}

function recordAnswer<Row>(
  basis: AnswerBasis,
  record: Row | undefined,
  none: ServiceErrorCode,
): RecordAnswer<Row> {
  if (record === undefined) throw new RequestFault(none, serviceErrors[none].details)
  return { ...basis, record, differences: null, silence: null }
}

type SortTexts<Row, Column extends string> = Readonly<Record<Column, (row: Row) => string | null>>

function listPage<Row extends { readonly received?: unknown }, Column extends string>(
  rows: readonly Row[],
  texts: SortTexts<Row, Column>,
  { filter, limit, offset }: ReadQuery,
): Page<Row> {
  const [column, direction] = filter.get('sort')?.split(':') ?? []
  const textOf = Object.entries<SortTexts<Row, Column>[Column]>(texts).find(([name]) => name === column)?.[1]
  const sorted = textOf
    ? sortedRows(rows, sortedBy(textOf).accessorFn, { descending: direction === 'desc' })
    : rows
  const page = sorted.slice(offset, offset + limit)
  return {
    records: page.map((record) => ({ ...record, received: undefined })),
    total: rows.length,
    undecided: 0,
    has_next: offset + page.length < rows.length,
    no_records: null,
  }
}

const vaultTexts: SortTexts<Vault, (typeof sortColumns.vaults)[number]> = {
  vault_name: ({ vault_name, vault_id }) => nameOrId(vault_name, vault_id),
  vault_type: ({ vault_type }) => vault_type,
  // A pack has no prices of the present.
  value: () => null,
  count: ({ assets }) => String(assets.length),
  vault_id: ({ vault_id }) => vault_id,
}

const whitelistTexts: SortTexts<Whitelist, (typeof sortColumns.whitelists)[number]> = {
  whitelist_name: ({ whitelist_name, whitelist_id }) => nameOrId(whitelist_name, whitelist_id),
  whitelist_type: ({ whitelist_type }) => whitelist_type,
  count: ({ assets }) => String(assets.length),
}

const balanceTexts: SortTexts<Holding, (typeof sortColumns.balances)[number]> = {
  asset_id: ({ asset_id }) => asset_id,
  asset_name: ({ asset_name }) => asset_name,
  network_name: ({ network_name, network_id }) => nameOrId(network_name, network_id),
  ...eachAmount(
    (name) =>
      ({ balances }: Holding) =>
        decimalText(balances[name]),
  ),
}

/** All values of a filter; null where it is not given. */
function valuesOf({ filter, several }: ReadQuery, name: string): readonly string[] | null {
  const value = filter.get(name)
  return value === undefined ? null : (several.get(name) ?? [value])
}

function hasValue<Field extends string>(query: ReadQuery, ...names: readonly Field[]) {
  const wanted = names.map((name) => ({ name, values: valuesOf(query, name) }))
  return (record: Readonly<Record<Field, string | null>>): boolean =>
    wanted.every(({ name, values }) => values?.includes(record[name] ?? '') ?? true)
}

function hasWords(query: ReadQuery) {
  const words = query.filter.get('text')?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return (texts: readonly (string | null)[]): boolean => {
    const all = texts.map((text) => text?.toLowerCase() ?? '')
    return words.every((word) => all.some((text) => text.includes(word)))
  }
}

function isOfAsset(query: ReadQuery) {
  return hasValue(query, 'asset_id', 'network_id')
}

/** Whether the filter asks for entries: asset and network are those of one. */
function asksForEntry({ filter }: ReadQuery): boolean {
  return ['asset_id', 'network_id', 'address'].some((name) => filter.has(name))
}

function isVault(query: ReadQuery) {
  const isNamed = hasValue(query, 'vault_id', 'vault_type')
  const isHeld = isOfAsset(query)
  const isFound = hasWords(query)
  return (vault: Vault): boolean =>
    isNamed(vault) &&
    isFound([vault.vault_name, vault.vault_id]) &&
    (!asksForEntry(query) || vault.assets.some(isHeld))
}

function isWhitelist(query: ReadQuery) {
  const isNamed = hasValue(query, 'whitelist_id', 'whitelist_type')
  const isListed = isOfAsset(query)
  const isFound = hasWords(query)
  const accounts = valuesOf(query, 'address')?.map(sameAccount)
  return ({ assets, ...whitelist }: Whitelist): boolean =>
    isNamed(whitelist) &&
    isFound([
      ...[whitelist.whitelist_name, whitelist.whitelist_id],
      ...assets.map(({ address }) => address),
    ]) &&
    (!asksForEntry(query) ||
      assets.some(
        (entry) =>
          isListed(entry) && (accounts?.some((isSame) => isSame(entry.address, entry.network_id)) ?? true),
      ))
}

interface Sums {
  readonly group: TotalsRow['group']
  count: number
  amount: Decimal
  amountless: number
  fee: Decimal
  feeless: number
  from: number
  before: number
}

function totalsOf(matches: TransactionMatches, query: ReadQuery): readonly TotalsRow[] {
  const by = totalColumns.filter((column) => valuesOf(query, 'by')?.includes(column))
  const columns = by.map((column) => ({ column, textOf: groupText(column, query) }))
  const groups = new Map<string, Sums>()
  if (by.length === 0) groups.set('[]', noSums({}))
  matches.each((row, _, span) => {
    const texts = columns.map(({ textOf }) => textOf(row))
    const key = JSON.stringify(texts)
    const sums =
      groups.get(key) ??
      noSums(Object.fromEntries(columns.map(({ column }, index) => [column, texts[index] ?? null])))
    groups.set(key, sums)
    addRow(sums, row, span)
  })
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { from, before, amount, fee, ...sums }]) => ({
      ...sums,
      amount: writeDecimal(amount),
      fee: writeDecimal(fee),
      recorded: dateSpan({ from, before }),
    }))
}

function noSums(group: Sums['group']): Sums {
  return {
    ...{ group, count: 0, amount: zero, amountless: 0, fee: zero, feeless: 0 },
    ...{ from: Infinity, before: -Infinity },
  }
}

function addRow(sums: Sums, { amount, fee }: BookRow, { from, before }: TimeSpan): void {
  const [inAsset, inNetworkAsset] = [readDecimal(amount), readDecimal(fee)]
  sums.count += 1
  sums.amount = inAsset ? add(sums.amount, inAsset) : sums.amount
  sums.amountless += inAsset ? 0 : 1
  sums.fee = inNetworkAsset ? add(sums.fee, inNetworkAsset) : sums.fee
  sums.feeless += inNetworkAsset ? 0 : 1
  sums.from = Math.min(sums.from, from)
  sums.before = Math.max(sums.before, before)
}

/** An address is that of the filter which names the same account. */
function groupText(column: (typeof totalColumns)[number], query: ReadQuery): (row: BookRow) => string | null {
  if (column !== 'source_address' && column !== 'destination_address') return (row) => row[column]
  const named = [...(valuesOf(query, column) ?? []), ...(valuesOf(query, 'address') ?? [])].map(
    (address) => ({
      address,
      isSame: sameAccount(address),
    }),
  )
  return (row) => {
    const own = row.textOf(column)
    return named.find(({ isSame }) => isSame(own, row.network_id))?.address ?? null
  }
}
