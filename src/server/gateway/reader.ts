import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Account, GatewaySettings } from './settings.ts'

export interface Credentials {
  readonly apiKey: string
  readonly accountId: string | null
}

/** Where it is set, cookies do not matter. */
export function fixedCredentials(settings: GatewaySettings): Credentials | undefined {
  const { CUSTODY_API_KEY: apiKey, CUSTODY_ACCOUNT_ID: accountId = null } = settings
  return apiKey === undefined ? undefined : { apiKey, accountId }
}

/** What the account of CUSTODY_API_KEY, and that of the demonstration, are called where accounts have names. */
export const fixedName = 'CUSTODY_API_KEY'
export const demonstrationName = 'demonstration'

/** Those of the operator, and the demonstration's where there is one. */
export function configuredAccounts(
  settings: GatewaySettings,
  demonstrationKey: string | null,
): readonly (Credentials & { readonly name: string })[] {
  const fixed = fixedCredentials(settings)
  if (fixed) return [{ ...fixed, name: fixedName }]
  if (settings.OIDC_ISSUER !== undefined) return settings.OIDC_ACCOUNTS_FILE ?? []
  return demonstrationKey === null
    ? []
    : [{ apiKey: demonstrationKey, accountId: null, name: demonstrationName }]
}

export interface Person {
  /** Made of the provider and its id of the person: stable and unique. */
  readonly id: string
  readonly name: string
}

const person = z.object({ id: z.string(), name: z.string() })

/** A person's cookie holds no key. */
export const sealedReader = z.union([
  z.object({ apiKey: z.string(), accountId: z.nullable(z.string()) }),
  z.object({
    person,
    /** From `People.groupDigests`, at sign-in. */
    groups: z.string(),
    /** The account's name. Its key stays in the settings, so that a change takes effect at once. */
    account: z.string(),
  }),
])
export type Reader = z.infer<typeof sealedReader>

/** Undefined where the settings no longer admit this reader. */
export function readsWith(reader: Reader, people: People | undefined) {
  if (!('person' in reader)) return { credentials: reader, accounts: [] }
  const accounts = people?.accountsOf(reader.groups) ?? []
  const credentials = accounts.find(({ name }) => name === reader.account)
  return credentials && { credentials, accounts: accounts.map(({ name }) => name) }
}

export type People = NonNullable<ReturnType<typeof peopleOf>>

/** What fits into a cookie beside a long name and a long account. */
const mostGroups = 150

export function peopleOf(settings: GatewaySettings) {
  const { OIDC_ISSUER: issuer, OIDC_ALLOWED_GROUPS: allowed, OIDC_ACCOUNTS_FILE: accounts = [] } = settings
  if (issuer === undefined) return undefined
  const inAccounts = accounts.flatMap((account) => account.groups)
  const admitted = allowed ?? inAccounts
  const isAny = (names: readonly string[], remembered: string) =>
    names.some((name) => remembered.split(' ').includes(digestOfGroup(name)))
  const admits = (remembered: string) => isAny(admitted, remembered)
  return {
    issuer,
    /** Short digests, so that they fit into a cookie, and only of groups that the settings name. */
    groupDigests(groups: readonly string[]) {
      const own = new Set(groups)
      // The admitting group first, then those of accounts: the rest may be cut.
      const named = [...admitted.filter((name) => own.has(name)).slice(0, 1), ...inAccounts, ...admitted]
      const ownNamed = new Set(named.filter((name) => own.has(name)))
      return [...ownNamed].slice(0, mostGroups).map(digestOfGroup).join(' ')
    },
    admits,
    /** In the order of the settings; empty for a person who is not admitted. */
    accountsOf: (remembered: string): readonly Account[] =>
      admits(remembered) ? accounts.filter(({ groups }) => isAny(groups, remembered)) : [],
  }
}

/** 48 bits: enough to tell one provider's groups apart. */
function digestOfGroup(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 8)
}
