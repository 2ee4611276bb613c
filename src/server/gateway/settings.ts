/** The gateway's settings. README's table of settings follows this file. */
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import {
  type Environment,
  logLevel,
  optionalPort,
  partsOf,
  port,
  type ReadSettings,
  readSettings,
  text,
  wholeNumber,
} from '../settings.ts'
import { isLoopback } from './connection.ts'
import { oidcProblems, oidcSettings } from './oidc-settings.ts'
import { belongTogether, certificates, privateKey, serviceTlsProblems } from './service-tls.ts'
import { signingKey } from './signing-key.ts'

const minSecretLength = 32

/** Headers that carry the request itself: a key sent in one of them would break it or be lost. */
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

const headerValue = z
  .string()
  .check(z.trim(), z.regex(/^[\x20-\x7e]+$/, { error: 'must be printable ASCII, as a header value is' }))

const secret = z.string().check(
  z.minLength(minSecretLength, {
    error: `must have at least ${minSecretLength} characters, each of several that are separated by commas`,
  }),
  z.refine((value) => value.length < minSecretLength || !isRegular(value), {
    error: 'is too simple a pattern for a secret; make one with: openssl rand -hex 32',
  }),
)

/** Several are separated by commas, so that a new one can take over while the old one still opens what it sealed. */
const secrets = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.split(',').map((part) => part.trim())),
  ),
  z.tuple([secret], secret),
)

const databaseUrl = z.string().check(
  z.refine((value) => /^postgres(ql)?:\/\//.test(value), {
    error: 'must be an address such as postgresql://user@host/database',
  }),
)

const serviceUrl = z.string().check(
  z.refine(isBaseAddress, {
    error: 'must be an http or https address without user, password, query or fragment',
  }),
)

const eitherOr = z.enum(['yes', 'no'], { error: 'must be yes or no' })
const yesOrNo = z._default(eitherOr, 'no')

const list = z.pipe(
  z.string(),
  z.transform((value: string) => partsOf(value.toLowerCase())),
)

const proxy = z.union([
  z.literal(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
])

const trustProxy = z.pipe(
  z.string().check(
    z.refine(isTrustProxy, {
      error: ({ input }) =>
        input === 'true'
          ? 'must not be true, which would believe any address a caller claims; give the addresses of the proxies, or how many there are'
          : 'must be false, a list of IP addresses and networks, or a number of proxies from 1 to 9',
    }),
  ),
  z.transform(toTrustProxy),
)

const ed25519Key = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const key = signingKey(value)
    if (key !== null) return key
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'must be an Ed25519 private key: PKCS #8, as PEM or base64',
    })
    return z.NEVER
  }),
)

const schema = z.object({
  PORT: port(8080),
  HOST: text('127.0.0.1'),
  LOG_LEVEL: logLevel,
  DATA_DIR: text('.data'),
  /** What the audit log calls this copy of the gateway. */
  COPY_NAME: z._default(z.string().check(z.maxLength(100)), hostname().slice(0, 100)),
  /** A file, or `-` for standard output; no audit log where it is not set. */
  AUDIT_LOG: z.optional(z.string()),
  AUDIT_LOG_MEGABYTES: wholeNumber(1, 100_000, 100),
  /** How many full files are kept; 0 keeps all. */
  AUDIT_LOG_KEEP: wholeNumber(0, 100_000, 0),
  /** Where `/metrics` is served; nowhere where it is not set. */
  METRICS_PORT: optionalPort,
  METRICS_HOST: text('127.0.0.1'),
  /** Which proxies are believed about scheme, host and address of the caller. */
  TRUST_PROXY: z._default(trustProxy, false),
  /** The host names under which browsers may reach the gateway; empty means any (see `origin.ts`). */
  ALLOWED_HOSTS: z._default(list, []),
  /** The first one seals sessions, all of them open them. */
  SESSION_SECRET: z.optional(secrets),
  SESSION_HOURS: wholeNumber(1, 720, 12),
  /** How long a session lasts in which nobody does anything. What the console asks by itself does not count. */
  SESSION_IDLE_MINUTES: wholeNumber(2, 43_200, 15),
  /** PostgreSQL for sessions, shared by all copies of the gateway; in the memory of the one copy where it is not set. */
  SESSION_DATABASE_URL: z.optional(databaseUrl),
  /** Signs exports; one is made and kept in `DATA_DIR` where it is not set. */
  SIGNING_KEY: z.optional(ed25519Key),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber(1, 100_000, 20),
  /** Base address of the service, perhaps with a path prefix; the embedded service where it is not set. */
  CUSTODY_API_URL: z.optional(serviceUrl),
  /** That keys may travel unencrypted to a service on another machine. */
  CUSTODY_API_PLAIN_HTTP: yesOrNo,
  /** Who may sign the service's certificate, instead of all whom Node trusts; the certificates themselves, as PEM. */
  CUSTODY_API_CA_FILE: z.optional(certificates),
  /** What the gateway shows to a service that asks who it is; certificate and key themselves, as PEM. */
  CUSTODY_API_CLIENT_CERT_FILE: z.optional(certificates),
  CUSTODY_API_CLIENT_KEY_FILE: z.optional(privateKey),
  CUSTODY_API_KEY_HEADER: headerName('x-api-key'),
  CUSTODY_ACCOUNT_ID_HEADER: headerName('account-id'),
  /** One key for everybody, for installations behind their own single sign-on. */
  CUSTODY_API_KEY: z.optional(headerValue),
  CUSTODY_ACCOUNT_ID: z.optional(headerValue),
  ...oidcSettings,
  /** What the service is called before anybody is signed in. */
  SERVICE_NAME: z.optional(z.string()),
  /** What the proxy sends in the header `x-proxy-secret`; whoever does not is refused. */
  PROXY_SECRET: z.optional(z.pipe(headerValue, secret)),
  /** That a fixed key may be used by whoever reaches the port. */
  CUSTODY_API_KEY_UNPROTECTED: yesOrNo,
  /** From the first byte sent to the last byte received. */
  UPSTREAM_TIMEOUT_SECONDS: wholeNumber(1, 600, 30),
  COMPRESSION: z._default(eitherOr, 'yes'),
  UPSTREAM_MAX_MEGABYTES: wholeNumber(1, 1024, 32),
})

/** The gateway's settings, read and checked. */
export type GatewaySettings = z.infer<typeof schema>

/** Reads the gateway's settings; what is wrong with single ones and with their combination comes back together. */
export function readGatewaySettings(environment: Environment): ReadSettings<GatewaySettings> {
  const read = readSettings(schema, environment)
  const problems = [
    ...read.problems,
    ...combinationProblems(environment),
    ...oidcProblems(environment),
    ...serviceTlsProblems(environment),
  ]
  const { CUSTODY_API_CLIENT_CERT_FILE: certificate, CUSTODY_API_CLIENT_KEY_FILE: key } = read.settings ?? {}
  if (certificate !== undefined && key !== undefined && !belongTogether(certificate, key))
    problems.push(
      'CUSTODY_API_CLIENT_KEY_FILE: does not belong to the certificate in CUSTODY_API_CLIENT_CERT_FILE',
    )
  return read.settings !== undefined && problems.length === 0
    ? { settings: read.settings, problems: [] }
    : { problems }
}

function combinationProblems(environment: Environment): string[] {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const problems: string[] = []
  if (value('CUSTODY_API_URL') !== '' && value('SESSION_SECRET') === '')
    problems.push(
      `SESSION_SECRET: is required with CUSTODY_API_URL; at least ${minSecretLength} random characters, ` +
        'the same for every copy of the gateway',
    )
  if (value('CUSTODY_ACCOUNT_ID') !== '' && value('CUSTODY_API_KEY') === '')
    problems.push('CUSTODY_ACCOUNT_ID: belongs to CUSTODY_API_KEY, which is not set')
  if (
    value('CUSTODY_API_KEY') !== '' &&
    !isLoopback(value('HOST') || '127.0.0.1') &&
    value('PROXY_SECRET') === '' &&
    value('CUSTODY_API_KEY_UNPROTECTED') !== 'yes'
  )
    problems.push(
      'CUSTODY_API_KEY: with this HOST, anybody who reaches the port can read with it, without signing on. Set PROXY_SECRET to what your ' +
        'proxy sends as x-proxy-secret, or CUSTODY_API_KEY_UNPROTECTED=yes',
    )
  const keyHeader = value('CUSTODY_API_KEY_HEADER') || 'x-api-key'
  if (keyHeader.toLowerCase() === (value('CUSTODY_ACCOUNT_ID_HEADER') || 'account-id').toLowerCase())
    problems.push('CUSTODY_ACCOUNT_ID_HEADER: must differ from CUSTODY_API_KEY_HEADER')
  return problems
}

function isBaseAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}

/** Whether a text has few different characters, or is one pattern over and over: what people type who were asked for a secret. */
function isRegular(value: string): boolean {
  if (new Set(value).size < 8) return true
  // Of random texts, one in 16⁸ begins again with its last eight characters.
  for (let period = 1; period <= value.length - 8 && period < minSecretLength; period += 1)
    if (value.startsWith(value.slice(period))) return true
  return false
}

function isTrustProxy(value: string): boolean {
  const trusted = toTrustProxy(value)
  return (
    !Array.isArray(trusted) || (trusted.length > 0 && trusted.every((each) => proxy.safeParse(each).success))
  )
}

function toTrustProxy(value: string): false | number | string[] {
  if (value === 'false') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  return partsOf(value)
}
