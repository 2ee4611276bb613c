/** Who reads in a session, and what with. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Account, GatewaySettings } from './settings.ts'

/** What to read the service with. */
export interface Credentials {
  readonly apiKey: string
  readonly accountId: string | null
}

/** The one key of an installation that has one: every request is signed in with it, whatever its cookie. */
export function fixedCredentials(settings: GatewaySettings): Credentials | undefined {
  const { CUSTODY_API_KEY: apiKey, CUSTODY_ACCOUNT_ID: accountId = null } = settings
  return apiKey === undefined ? undefined : { apiKey, accountId }
}

/** Somebody whom a provider of identities knows. */
export interface Person {
  /** The same at every sign-in, and nobody else's: made of the provider and its own id of the person. */
  readonly id: string
  /** As people call them. */
  readonly name: string
}

const person = z.object({ id: z.string(), name: z.string() })

/** Who begins a session, as its cookie holds them: whoever has a key, or a person, of whose account there is no key in it. */
export const sealedReader = z.union([
  z.object({ apiKey: z.string(), accountId: z.nullable(z.string()) }),
  z.object({
    person,
    /** By `People.remembered`: those that the settings knew when the person signed in. */
    groups: z.string(),
    /** The name of the account. Its key stays in the settings, where a change of it holds at once. */
    account: z.string(),
  }),
])
export type Reader = z.infer<typeof sealedReader>

/** What a reader reads with, and the names of the accounts to choose from. */
export interface Reads {
  readonly credentials: Credentials
  readonly accounts: readonly string[]
}

/** What a reader reads with as the settings are now; undefined where these let them no longer. */
export function readsWith(reader: Reader, people: People | undefined): Reads | undefined {
  if (!('person' in reader)) return { credentials: reader, accounts: [] }
  const accounts = people?.accountsOf(reader.groups) ?? []
  const credentials = accounts.find(({ name }) => name === reader.account)
  return credentials && { credentials, accounts: accounts.map(({ name }) => name) }
}

/** The people of an installation. */
export type People = NonNullable<ReturnType<typeof peopleOf>>

/** As many as fit into a cookie beside a long name and a long account. */
const mostGroups = 150

/** Undefined where people sign in with a key. */
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
    /**
     * A person's groups as a session remembers them: short digests, so that they fit into a cookie however long their names are; and
     * only of groups that the settings name, at most `mostGroups`.
     */
    remembered(groups: readonly string[]) {
      const own = new Set(groups)
      // One that lets them in comes first, and those of accounts before the rest: should there be too many, these count.
      const named = [...admitted.filter((name) => own.has(name)).slice(0, 1), ...inAccounts, ...admitted]
      const kept = new Set(named.filter((name) => own.has(name)))
      return [...kept].slice(0, mostGroups).map(digestOfGroup).join(' ')
    },
    /** Whether somebody of these groups may come in at all. */
    admits,
    /** The accounts that somebody of these groups may read with, in the order of the settings; none for who may not come in. */
    accountsOf: (remembered: string): readonly Account[] =>
      admits(remembered) ? accounts.filter(({ groups }) => isAny(groups, remembered)) : [],
  }
}

/** 48 bits: enough to tell the groups of one provider apart. */
function digestOfGroup(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 8)
}
