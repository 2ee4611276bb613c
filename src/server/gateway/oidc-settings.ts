/** The settings with which people sign in at a provider of identities, and the accounts that they may read with. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type Environment, partsOf } from '../settings.ts'
import { isLoopback } from './connection.ts'

/** An account of the custody service, with the key that it is read with, and the groups whose people may. */
export interface Account {
  /** As people read it; no two accounts have the same. */
  readonly name: string
  readonly groups: readonly string[]
  readonly apiKey: string
  readonly accountId: string | null
}

const headerText = z.string().check(z.trim(), z.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/))

const accountsFile = z.array(
  z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    groups: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
    apiKey: headerText,
    accountId: z.optional(headerText),
  }),
)

const fieldRules: Readonly<Record<string, string>> = {
  name: 'needs a name of at most 80 characters',
  groups: 'needs groups, a list of at least one name',
  apiKey: 'needs an apiKey of printable ASCII',
  accountId: 'has an accountId that is not printable ASCII',
}

const accounts = z.pipe(
  z.string(),
  z.transform((file: string, context): readonly Account[] => {
    const read = readAccounts(file)
    if ('accounts' in read) return read.accounts
    for (const message of read.problems) context.issues.push({ code: 'custom', input: file, message })
    return z.NEVER
  }),
)

const issuer = z.string().check(
  z.refine(isIssuer, {
    error: 'must be an https address without user, password, query or fragment (http only on loopback)',
  }),
)

const scopes = z.string().check(
  z.trim(),
  z.refine((value) => value.split(/\s+/).includes('openid'), {
    error: 'must be names separated by spaces, openid among them',
  }),
)

const names = z.pipe(z.string(), z.transform(partsOf))

/** By the names of the variables, for the schema of the gateway's settings. */
export const oidcSettings = {
  OIDC_ISSUER: z.optional(issuer),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  /** What the button on the sign-in page says; the issuer's host name where it is not set. */
  OIDC_PROVIDER_NAME: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  // Not "groups": providers that do not know that scope refuse the whole sign-in, and most need none to tell groups.
  OIDC_SCOPES: z._default(scopes, 'openid profile email'),
  OIDC_NAME_CLAIM: z._default(z.string(), 'name'),
  OIDC_GROUPS_CLAIM: z._default(z.string(), 'groups'),
  /** Of these a person must be in one; without it, in a group of any account. */
  OIDC_ALLOWED_GROUPS: z.optional(names),
  OIDC_ACCOUNTS_FILE: z.optional(accounts),
}

const required = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ACCOUNTS_FILE']

/** What is wrong with these settings together, and beside the one key for everybody. */
export function oidcProblems(environment: Environment): string[] {
  const isSet = (name: string) => (environment[name]?.trim() ?? '') !== ''
  if (!isSet('OIDC_ISSUER'))
    return Object.keys(oidcSettings).flatMap((name) =>
      isSet(name) ? [`${name}: belongs to OIDC_ISSUER, which is not set`] : [],
    )
  const missing = required.filter((name) => !isSet(name))
  return [
    ...missing.map((name) => `${name}: is required with OIDC_ISSUER`),
    ...(isSet('CUSTODY_API_KEY')
      ? ['CUSTODY_API_KEY: with OIDC_ISSUER, each account has its own key; remove one of the two']
      : []),
  ]
}

/** Nothing of the file's values is ever repeated: keys are among them. */
function readAccounts(
  file: string,
): { readonly accounts: readonly Account[] } | { readonly problems: readonly string[] } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return { problems: ['must be the path of a file that the gateway may read'] }
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { problems: ['must hold JSON'] }
  }
  const read = accountsFile.safeParse(content)
  if (!read.success)
    return { problems: [...new Set(read.error.issues.map(({ path, code }) => problemAt(path, code)))] }
  const accounts = read.data.map(({ accountId = null, ...account }) => ({ ...account, accountId }))
  const problems = [
    ...(accounts.length === 0 ? ['must hold at least one account'] : []),
    // Exports are signed, and the audit log written, with the account's id, or its name where it has none.
    ...accounts.flatMap((account, index) =>
      accounts
        .slice(0, index)
        .flatMap(namesOf)
        .some((each) => namesOf(account).includes(each))
        ? [`account ${index + 1} has a name or an accountId that an earlier one has`]
        : [],
    ),
  ]
  return problems.length > 0 ? { problems } : { accounts }
}

function namesOf({ name, accountId }: Account): readonly string[] {
  return accountId === null ? [name] : [name, accountId]
}

function problemAt([index, field]: readonly PropertyKey[], code: string | undefined): string {
  if (typeof index !== 'number') return 'must hold a list of accounts'
  const account = `account ${index + 1}`
  if (code === 'unrecognized_keys')
    return `${account} has a field other than name, groups, apiKey and accountId`
  return `${account} ${fieldRules[String(field)] ?? 'must be an object with name, groups, apiKey and accountId'}`
}

function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && `${username}${password}${search}${hash}` === ''
}
