/** Who reads in a session, as its cookie holds it, and what with. */
import * as z from 'zod/mini'
import type { Account } from './oidc-settings.ts'
import type { GatewaySettings } from './settings.ts'

/** What to read the service with. */
export interface Credentials {
  readonly apiKey: string
  readonly accountId: string | null
}

/** Somebody whom a provider of identities knows. */
export interface Person {
  /** The same at every sign-in, and nobody else's: made of the provider and its own id of the person. */
  readonly id: string
  /** As people call them. */
  readonly name: string
}

/** A person, who reads with one of the accounts that are theirs. */
export interface PersonReading {
  readonly person: Person
  /** Those that the settings knew when the person signed in. */
  readonly groups: readonly string[]
  /** The name of the account. Its key stays in the settings, where a change of it holds at once. */
  readonly account: string
}

/** Who begins a session: whoever has a key, or a person. */
export type Reader = Credentials | PersonReading

/** A reader as a cookie holds them: of a person there is no key in it. */
export const sealedReader = z.union([
  z.object({ apiKey: z.string(), accountId: z.nullable(z.string()) }),
  z.object({
    issuer: z.string(),
    person: z.object({ id: z.string(), name: z.string() }),
    groups: z.array(z.string()),
    account: z.string(),
  }),
])
/** A reader as a cookie holds them. */
export type SealedReader = z.infer<typeof sealedReader>

/** What a reader reads with, and the names of the accounts to choose from. */
export interface Reads {
  readonly credentials: Credentials
  readonly accounts: readonly string[]
}

/** A reader for a cookie. */
export function seal(reader: Reader, people: People | undefined): SealedReader {
  return 'person' in reader
    ? { ...reader, groups: [...reader.groups], issuer: people?.issuer ?? '' }
    : { apiKey: reader.apiKey, accountId: reader.accountId }
}

/** What a reader reads with as the settings are now; undefined where these let them no longer. */
export function readsWith(reader: SealedReader, people: People | undefined): Reads | undefined {
  // Where people sign in at a provider nobody does with a key, nor did.
  if (!('person' in reader)) return people ? undefined : { credentials: reader, accounts: [] }
  if (people?.issuer !== reader.issuer || !people.admits(reader.groups)) return undefined
  const accounts = people.accountsOf(reader.groups)
  const credentials = accounts.find(({ name }) => name === reader.account)
  return credentials && { credentials, accounts: accounts.map(({ name }) => name) }
}

/** The headers that carry key and account id, under the names that the service wants. */
export function keyHeaders(
  settings: Pick<GatewaySettings, 'CUSTODY_API_KEY_HEADER' | 'CUSTODY_ACCOUNT_ID_HEADER'>,
  { apiKey, accountId }: Credentials,
): Record<string, string> {
  return {
    [settings.CUSTODY_API_KEY_HEADER]: apiKey,
    ...(accountId === null ? {} : { [settings.CUSTODY_ACCOUNT_ID_HEADER]: accountId }),
  }
}

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
