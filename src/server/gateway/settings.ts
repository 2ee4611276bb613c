/** The gateway's settings. The table in docs/settings.md follows this file. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { syncModes } from '../../contract/session.ts'
import { systemCodeOf } from '../http.ts'
import {
  databaseUrl,
  type Environment,
  givenNumber,
  logLevel,
  optionalPort,
  partsOf,
  port,
  type ReadSettings,
  readBy,
  readSettings,
  text,
  wholeNumber,
  word,
} from '../settings.ts'
import { isLoopback } from './origin.ts'
import { readPriceFile } from './prices.ts'
import { readPublicKeys, readSigningKey } from './signing-key.ts'
import { readWebhooks } from './webhooks/webhooks-file.ts'

const minSecretLength = 32

/** A key sent in one of these would break the request or be lost. */
const reservedHeaders = new Set(
  'accept accept-encoding connection content-length cookie host te trailer transfer-encoding upgrade x-request-id'.split(
    ' ',
  ),
)

const headerName = (fallback: string) =>
  z._default(
    z.string().check(
      z.toLowerCase(),
      z.regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, { error: 'must be the name of an HTTP header' }),
      z.refine((name) => !reservedHeaders.has(name), { error: 'must not be a header that HTTP itself uses' }),
    ),
    fallback,
  )

const secret = z.string().check(
  z.minLength(minSecretLength, {
    error: `must have at least ${minSecretLength} characters, each of several that are separated by commas`,
  }),
  z.refine((value) => value.length < minSecretLength || !isRegular(value), {
    error: 'is too simple a pattern for a secret; make one with: openssl rand -hex 32',
  }),
)

/** A new secret takes over while the old ones still open what they sealed. */
const secrets = z.pipe(
  readBy((value) => value.split(',').map((part) => part.trim())),
  z.tuple([secret], secret),
)

const serviceUrl = z.string().check(
  z.refine((value) => /^https?:$/.test(baseAddress(value)?.protocol ?? ''), {
    error: 'must be an http or https address without user, password, query or fragment',
  }),
)

const issuer = z.string().check(
  z.refine((value) => baseAddress(value)?.protocol === 'https:' || isHttp(value, true), {
    error: 'must be an https address without user, password, query or fragment (http only on loopback)',
  }),
)

const scopes = z.string().check(
  z.trim(),
  z.refine((value) => value.split(/\s+/).includes('openid'), {
    error: 'must be names separated by spaces, openid among them',
  }),
)

const proxy = z.union([
  z.literal(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
])

const trustProxy = readBy((value): false | number | string[] => {
  if (value === 'false') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  if (value === 'true')
    throw new Error(
      'must not be true, which would believe any address a caller claims; give the addresses of the proxies, or how many there are',
    )
  const trusted = partsOf(value)
  if (trusted.length > 0 && trusted.every((each) => proxy.safeParse(each).success)) return trusted
  throw new Error('must be false, a list of IP addresses and networks, or a number of proxies from 1 to 9')
})

const ed25519Key = readBy((value) => {
  const key = readSigningKey(value)
  if (key === null) throw new Error('must be an Ed25519 private key: PKCS #8, as PEM or base64')
  return key
})

const yesOrNo = z._default(z.enum(['yes', 'no'], { error: 'must be yes or no' }), 'no')

const headerValue = z
  .string()
  .check(z.trim(), z.regex(/^[\x20-\x7e]+$/, { error: 'must be printable ASCII, as a header value is' }))

const certificates = readBy((path) => {
  const pem = contentOf(path)
  // Each is checked: TLS skips what it cannot read, and the service would then seem untrusted.
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g) ?? ['']
  return usable(() => found.map((each) => new X509Certificate(each)) && pem, 'must hold certificates as PEM')
})

const privateKey = readBy((path) => {
  const pem = contentOf(path)
  return usable(() => createPrivateKey(pem) && pem, 'must hold a private key as PEM, without a passphrase')
})

export interface Account {
  readonly name: string
  readonly groups: readonly string[]
  readonly apiKey: string
  readonly accountId: string | null
}

const accountRules = {
  name: 'a name of at most 80 characters',
  groups: 'groups, a list of at least one name',
  apiKey: 'an apiKey of printable ASCII',
  accountId: 'an accountId of printable ASCII, or none',
}

const printable = z.string().check(z.trim(), z.regex(/^[\x20-\x7e]+$/))

const accountList = z
  .array(
    z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      groups: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
      apiKey: printable,
      accountId: z._default(z.nullable(printable), null),
    }),
  )
  .check(z.minLength(1))

/** Problems name the account and the rule, never a value: keys are among them. */
const accounts = readBy((path): readonly Account[] => {
  const text = contentOf(path)
  const read = accountList.safeParse(usable(() => JSON.parse(text), 'must hold JSON'))
  if (!read.success) throw new Error(accountProblem(read.error.issues[0]?.path ?? []))
  const taken = new Set<string>()
  // Exports and the audit log name an account by its id, or by its name where it has none.
  for (const [index, { name, accountId }] of read.data.entries())
    for (const each of new Set(accountId === null ? [name] : [name, accountId])) {
      if (taken.has(each))
        throw new Error(`account ${index + 1} has the name or accountId of an earlier account`)
      taken.add(each)
    }
  return read.data
})

function accountProblem([index, field]: readonly PropertyKey[]): string {
  if (index === undefined) return 'must hold a list of at least one account'
  const [, rule] = Object.entries(accountRules).find(([name]) => name === field) ?? []
  const needs = rule ?? 'to be an object with name, groups, apiKey and accountId, and no other fields'
  return `account ${Number(index) + 1} needs ${needs}`
}

/** The path: the file is read again when it changes. */
const prices = readBy((path) => {
  readPriceFile(path, contentOf(path))
  return path.trim()
})

const webhooks = readBy((path) => {
  readWebhooks(contentOf(path), [])
  return path.trim()
})

function contentOf(path: string): string {
  try {
    return readFileSync(path.trim(), 'utf8')
  } catch (error) {
    const code = systemCodeOf(error)
    throw new Error(code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`)
  }
}

/** Replaces any error by one sentence of ours. */
function usable<Value>(read: () => Value, problem: string): Value {
  try {
    return read()
  } catch {
    throw new Error(problem)
  }
}

const providerSettings = {
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_PROVIDER_NAME: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  // Not "groups": providers that do not know that scope refuse the whole sign-in, and most do not need it.
  OIDC_SCOPES: z._default(scopes, 'openid profile email'),
  OIDC_NAME_CLAIM: text('name'),
  OIDC_GROUPS_CLAIM: text('groups'),
  OIDC_ALLOWED_GROUPS: z.optional(readBy(partsOf)),
  OIDC_ACCOUNTS_FILE: z.optional(accounts),
}

const schema = z.object({
  PORT: port(8080),
  HOST: text('127.0.0.1'),
  LOG_LEVEL: logLevel,
  DATA_DIR: text('.data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 600, 10),
  COPY_NAME: z._default(z.string().check(z.maxLength(100)), hostname().slice(0, 100)),
  AUDIT_LOG: z.optional(z.string()),
  METRICS_PORT: optionalPort,
  METRICS_HOST: text('127.0.0.1'),
  TRUST_PROXY: z._default(trustProxy, false),
  ALLOWED_HOSTS: z._default(
    readBy((value) => partsOf(value.toLowerCase())),
    [],
  ),
  SESSION_SECRET: z.optional(secrets),
  SESSION_HOURS: wholeNumber(1, 720, 12),
  SESSION_IDLE_MINUTES: wholeNumber(2, 43_200, 15),
  SESSION_DATABASE_URL: z.optional(databaseUrl),
  SIGNING_KEY: z.optional(ed25519Key),
  SIGNING_KEYS_PUBLIC: z.optional(readBy((path) => readPublicKeys(contentOf(path)))),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber(1, 100_000, 20),
  CUSTODY_API_URL: z.optional(serviceUrl),
  CUSTODY_API_PLAIN_HTTP: yesOrNo,
  CUSTODY_API_CA_FILE: z.optional(certificates),
  CUSTODY_API_CLIENT_CERT_FILE: z.optional(certificates),
  CUSTODY_API_CLIENT_KEY_FILE: z.optional(privateKey),
  CUSTODY_API_KEY_HEADER: headerName('x-api-key'),
  CUSTODY_ACCOUNT_ID_HEADER: headerName('account-id'),
  CUSTODY_API_KEY: z.optional(headerValue),
  CUSTODY_ACCOUNT_ID: z.optional(headerValue),
  OIDC_ISSUER: z.optional(issuer),
  ...providerSettings,
  SERVICE_NAME: z.optional(z.string()),
  ORGANIZATION_NAME: z.optional(z.string()),
  PRICES_FILE: z.optional(prices),
  WEBHOOKS_FILE: z.optional(webhooks),
  PROXY_SECRET: z.optional(z.pipe(headerValue, secret)),
  CUSTODY_API_KEY_UNPROTECTED: yesOrNo,
  UPSTREAM_TIMEOUT_SECONDS: wholeNumber(1, 600, 30),
  UPSTREAM_MAX_MEGABYTES: wholeNumber(1, 1024, 32),
  SYNC: word(syncModes, 'auto'),
  SYNC_PER_MINUTE: wholeNumber(1, 100_000, 600),
  SYNC_SECONDS: wholeNumber(1, 3600, 15),
  SYNC_WHOLE_HOURS: wholeNumber(1, 720, 24),
  CHANGES_KEPT_DAYS: z.optional(givenNumber(1, 36_500)),
  DOWNLOADS_MEGABYTES: wholeNumber(1, 1_000_000, 4096),
  PACKS_MEGABYTES: wholeNumber(0, 1_000_000, 2048),
  KEEP_RECORDS: word(['configured', 'none'], 'configured'),
})

export type GatewaySettings = z.infer<typeof schema>

/** Whether the gateway reads accounts and keeps their records. */
export function keepsRecords({
  SYNC,
  KEEP_RECORDS,
}: Pick<GatewaySettings, 'SYNC' | 'KEEP_RECORDS'>): boolean {
  return SYNC !== 'off' && KEEP_RECORDS !== 'none'
}

/** Reports problems of single settings and of combinations together. */
export function readGatewaySettings(environment: Environment): ReadSettings<GatewaySettings> {
  const { settings, problems: single } = readSettings(schema, environment)
  const problems = [...single, ...combinationProblems(environment)]
  const { CUSTODY_API_CLIENT_CERT_FILE: certificate, CUSTODY_API_CLIENT_KEY_FILE: key } = settings ?? {}
  const areOfOne =
    certificate === undefined ||
    key === undefined ||
    new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  if (!areOfOne)
    problems.push(
      'CUSTODY_API_CLIENT_KEY_FILE: does not belong to the certificate in CUSTODY_API_CLIENT_CERT_FILE',
    )
  return settings !== undefined && problems.length === 0 ? { settings, problems: [] } : { problems }
}

/** Reads the raw texts, since a setting may be wrong by itself as well. */
function combinationProblems(environment: Environment): string[] {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const isSet = (name: string) => value(name) !== ''
  const service = value('CUSTODY_API_URL')
  const needsTls = (name: string): Rule => [
    isSet(name) && !/^https:/i.test(service),
    `${name}: needs a CUSTODY_API_URL that begins with https`,
  ]
  const needs = (name: string, other: string): Rule => [
    isSet(other) && !isSet(name),
    `${name}: is required with ${other}`,
  ]
  const belongs = (name: string, other: string): Rule => [
    isSet(name) && !isSet(other),
    `${name}: belongs to ${other}, which is not set`,
  ]
  const isKept = value('SYNC') !== 'off' && value('KEEP_RECORDS') !== 'none'
  const [certificate, key] = ['CUSTODY_API_CLIENT_CERT_FILE', 'CUSTODY_API_CLIENT_KEY_FILE']
  const rules: readonly Rule[] = [
    [
      service !== '' && !isSet('SESSION_SECRET'),
      `SESSION_SECRET: is required with CUSTODY_API_URL; at least ${minSecretLength} random characters, the same for every copy of the gateway`,
    ],
    [
      isSet('SESSION_DATABASE_URL') && !isSet('DATABASE_URL') && isKept,
      'DATABASE_URL: is required with SESSION_DATABASE_URL, since copies of the gateway share the records that they keep; it may be the ' +
        'same database. To keep no records, set KEEP_RECORDS=none',
    ],
    belongs('CUSTODY_ACCOUNT_ID', 'CUSTODY_API_KEY'),
    [
      isSet('CUSTODY_API_KEY') &&
        !isLoopback(value('HOST') || '127.0.0.1') &&
        !isSet('PROXY_SECRET') &&
        value('CUSTODY_API_KEY_UNPROTECTED') !== 'yes',
      'CUSTODY_API_KEY: with this HOST, anybody who reaches the port can read with it, without signing in. Set PROXY_SECRET to what your ' +
        'proxy sends as x-proxy-secret, or CUSTODY_API_KEY_UNPROTECTED=yes',
    ],
    [
      (value('CUSTODY_API_KEY_HEADER') || 'x-api-key').toLowerCase() ===
        (value('CUSTODY_ACCOUNT_ID_HEADER') || 'account-id').toLowerCase(),
      'CUSTODY_ACCOUNT_ID_HEADER: must differ from CUSTODY_API_KEY_HEADER',
    ],
    ...Object.keys(providerSettings).map((name) => belongs(name, 'OIDC_ISSUER')),
    needs('OIDC_CLIENT_ID', 'OIDC_ISSUER'),
    needs('OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
    needs('OIDC_ACCOUNTS_FILE', 'OIDC_ISSUER'),
    [
      isSet('OIDC_ISSUER') && isSet('CUSTODY_API_KEY'),
      'CUSTODY_API_KEY: with OIDC_ISSUER, each account has its own key; remove one of the two',
    ],
    [
      isHttp(service, false) && value('CUSTODY_API_PLAIN_HTTP') !== 'yes',
      'CUSTODY_API_URL: must begin with https, since keys and records would travel unencrypted. ' +
        'If only people you trust can listen there, set CUSTODY_API_PLAIN_HTTP=yes',
    ],
    [
      isSet('WEBHOOKS_FILE') && !isKept,
      'WEBHOOKS_FILE: needs the records of accounts, which SYNC=off and KEEP_RECORDS=none do not keep',
    ],
    needsTls('CUSTODY_API_CA_FILE'),
    needsTls(certificate),
    needs(key, certificate),
    needs(certificate, key),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}

type Rule = readonly [isBroken: boolean, problem: string]

/** Paths can be added to it. Undefined for any other text. */
function baseAddress(value: string): URL | undefined {
  if (!URL.canParse(value)) return undefined
  const address = new URL(value)
  const { username, password, search, hash } = address
  return `${username}${password}${search}${hash}` === '' ? address : undefined
}

function isHttp(value: string, loopback: boolean): boolean {
  const address = baseAddress(value)
  return address?.protocol === 'http:' && isLoopback(address.hostname) === loopback
}

/** Few different characters, or one pattern repeated: what people type when asked for a secret. */
function isRegular(value: string): boolean {
  if (new Set(value).size < 8) return true
  // One random text in 16⁸ repeats its last eight characters at its beginning.
  for (let period = 1; period <= value.length - 8 && period < minSecretLength; period += 1)
    if (value.startsWith(value.slice(period))) return true
  return false
}
