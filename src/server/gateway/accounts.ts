/** Which accounts a person may read with, by the groups that the provider of identities names. */
import type { Account } from './oidc-settings.ts'
import type { GatewaySettings } from './settings.ts'

/** The people of an installation whose provider of identities is `issuer`. */
export interface People {
  readonly issuer: string
  /** Of a person's groups those that the settings name: what a session has to remember of them. */
  known(groups: readonly string[]): readonly string[]
  /** Whether somebody of these groups may come in at all. */
  admits(groups: readonly string[]): boolean
  /** The accounts that somebody of these groups may read with, in the order of the settings. */
  accountsOf(groups: readonly string[]): readonly Account[]
}

/** Undefined where people sign in with a key. */
export function peopleOf(settings: GatewaySettings): People | undefined {
  const { OIDC_ISSUER: issuer, OIDC_ALLOWED_GROUPS: allowed, OIDC_ACCOUNTS_FILE: accounts = [] } = settings
  if (issuer === undefined) return undefined
  const inAccounts = accounts.flatMap((account) => account.groups)
  const admitted = new Set(allowed ?? inAccounts)
  const named = new Set([...admitted, ...inAccounts])
  return {
    issuer,
    known: (groups) => [...named].filter((group) => groups.includes(group)),
    admits: (groups) => groups.some((group) => admitted.has(group)),
    accountsOf: (groups) =>
      accounts.filter((account) => account.groups.some((each) => groups.includes(each))),
  }
}
