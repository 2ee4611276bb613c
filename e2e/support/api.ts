/** The demonstration's service past the gateway, read by the contract's schemas: what a page has to show. */
import { expect, type Locator } from 'playwright/test'
import type * as z from 'zod/mini'
import { compare, readDecimal, zero } from '../../src/contract/decimal.ts'
import {
  balanceList,
  type holding,
  type transactionItem,
  transactionList,
  vaultList,
  type whitelist,
  whitelistList,
} from '../../src/contract/records.ts'
import { viewerKey } from '../../src/server/service/keys.ts'
import { compact, type ExpectedRow } from './table.ts'

export type TransactionItem = z.infer<typeof transactionItem>

export type HoldingItem = z.infer<typeof holding>

export type WhitelistItem = z.infer<typeof whitelist>

export async function transactionsOf(query: string): Promise<TransactionItem[]> {
  return (await read(`/transactions?${query}`, transactionList)).transactions
}

export async function vaultsOf(query: string) {
  return (await read(`/vaults?${query}`, vaultList)).vaults
}

export async function holdingsOf(type: '' | '/cold' | '/warm') {
  return (await read(`/balances${type}?limit=1000`, balanceList)).balance
}

export async function whitelistsOf(query: string) {
  return (await read(`/whitelist?${query}`, whitelistList)).whitelists
}

async function read<T>(path: string, schema: z.ZodMiniType<T>): Promise<T> {
  const answer = await fetch(`${process.env.E2E_SERVICE}${path}`, { headers: { 'x-api-key': viewerKey } })
  expect(answer.status, path).toBe(200)
  return schema.parse(await answer.json())
}

/** A record of the API as the transaction table has to show it in every window, under the table's own headers. */
export function transactionLine({ transaction_id, status, transaction }: TransactionItem): ExpectedRow {
  const { source, destination } = transaction
  return {
    Type: inWords(transaction.transaction_type),
    Status: inWords(status),
    Amount: transaction.amount,
    Asset: assetOnNetwork(transaction),
    From: party(source.source_type, source.source_name, source.source_address),
    To: party(destination.destination_type, destination.destination_name, destination.destination_address),
    id: transaction_id,
  }
}

/** What the column Asset says of a transaction: the network is under the asset. */
function assetOnNetwork({
  asset_id,
  network_name,
}: Pick<TransactionItem['transaction'], 'asset_id' | 'network_name'>): string {
  return `${asset_id || '–'} ${network_name || '–'}`
}

/** Waits until the list has exactly these transactions, in this order, each with its amount and leading to it. */
export async function expectLatest(list: Locator, latest: readonly TransactionItem[]): Promise<void> {
  const items = list.getByRole('listitem')
  await expect(items).toHaveCount(latest.length)
  for (const [index, { transaction_id, transaction }] of latest.entries()) {
    await expect(items.nth(index)).toContainText(`${transaction.amount}${transaction.asset_id}`)
    const link = items.nth(index).getByRole('link')
    await expect(link).toHaveAttribute('href', `/transactions/${transaction_id}`)
  }
}

export const amountsByHeader = {
  Total: 'total_balance',
  Available: 'available_balance',
  Processing: 'processing_balance',
  Staking: 'staking_balance',
  Claimable: 'claimable_balance',
} as const

export function holdingRow({ asset_id, asset_name, network_name, balances }: HoldingItem): ExpectedRow {
  const amounts = Object.entries(amountsByHeader).map(([header, name]) => [header, balances[name]])
  return { Asset: asset_id, Name: asset_name, Network: network_name, ...Object.fromEntries(amounts) }
}

export function withMemo(whitelists: readonly WhitelistItem[]): WhitelistItem {
  const whitelist = whitelists.find(({ assets }) => assets.some(({ memo }) => memo !== ''))
  if (whitelist === undefined) throw new Error('the demonstration has no whitelist with a memo')
  return whitelist
}

/** All addresses of a whitelist, in the order in which its drawer and its page show them, without gaps in the values. */
export function whitelistFacts({ assets }: WhitelistItem) {
  return assets.map(({ asset_id, network_id, address, memo }) => [
    expect.stringContaining(`${asset_id} · ${network_id}`),
    // Between the two, who else has the same address.
    expect.stringMatching(new RegExp(`^${address}.*${memo ? `Memo${compact(memo)}$` : ''}`)),
  ])
}

/** An end by its name, else its address or whose that is known to be; before either there may be what is the matter with the address. */
function party(type: string, name: string, address: string): unknown {
  const label = (name || address).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (name) return expect.stringMatching(new RegExp(`${label}$`))
  return address
    ? expect.stringMatching(new RegExp(`(?:${label}|.+ · (?:whitelist|own vault))$`))
    : inWords(type)
}

/** A value of an enumeration as people read it: "change pool" is "Change pool". */
export function inWords(value: string): string {
  const words = value.replace('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function compareExactly(one: string, other: string): number {
  return compare(readDecimal(one) ?? zero, readDecimal(other) ?? zero)
}
