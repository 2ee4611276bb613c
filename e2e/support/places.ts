/** An address of each page, so that a new page is looked at like all others. */
import type { PagePath } from '../../src/url/pages.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './api.ts'

type ParameterPath = Extract<PagePath, `${string}:${string}`>

/** What a page is about, where its path has a parameter. */
const parameters: Readonly<Record<ParameterPath, () => Promise<string>>> = {
  '/transactions/:id': withdrawalId,
  '/balances/:type': async () => 'cold',
  '/counterparties/:id': whitelistId,
  '/vaults/:id': async () => (await vaultsOf('limit=1'))[0]?.vault_id ?? '',
  '/whitelists/:id': whitelistId,
}

export async function pageAddress(path: PagePath): Promise<string> {
  return isParameterPath(path) ? path.replace(/:\w+$/, await parameters[path]()) : path
}

function isParameterPath(path: PagePath): path is ParameterPath {
  return path in parameters
}

/** A completed one. */
export async function withdrawalId(): Promise<string> {
  const [first] = await transactionsOf('limit=1&status=completed&transaction_type=withdraw')
  return first?.transaction_id ?? ''
}

export async function whitelistId(): Promise<string> {
  return (await whitelistsOf('limit=1'))[0]?.whitelist_id ?? ''
}
