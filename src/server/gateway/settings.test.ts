import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Certificate, createAuthority } from '../testing/certificates.ts'
import { newFolder } from '../testing/folder.ts'
import { readGatewaySettings } from './settings.ts'

const SESSION_SECRET = '9c1e6f0a4b7d2358e9f1a0c4d6b83527'
const problemsOf = (environment: Record<string, string>) => readGatewaySettings(environment).problems

const directory = await newFolder()

async function fileOf(content: unknown): Promise<string> {
  const path = join(directory, randomUUID())
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('settings of the gateway', () => {
  it('have a default for everything, for the embedded service; what is set to nothing is not set', () => {
    for (const environment of [{}, { PORT: '', CUSTODY_API_URL: ' ' }])
      expect(readGatewaySettings(environment).settings).toMatchObject({
        PORT: 8080,
        HOST: '127.0.0.1',
        SESSION_HOURS: 12,
        CUSTODY_API_KEY_HEADER: 'x-api-key',
        CUSTODY_ACCOUNT_ID_HEADER: 'account-id',
        TRUST_PROXY: false,
        SESSION_IDLE_MINUTES: 15,
        SYNC: 'auto',
        SYNC_PER_MINUTE: 600,
        SYNC_SECONDS: 15,
        SYNC_WHOLE_HOURS: 24,
        KEEP_RECORDS: 'configured',
        DATABASE_TIMEOUT_SECONDS: 10,
      })
  })

  it('say everything that is wrong at once, and no value: it may be a secret in the wrong place', () => {
    const problems = problemsOf({
      PORT: 'hunter2',
      SESSION_HOURS: '0',
      LOG_LEVEL: 'hunter2',
      CUSTODY_API_URL: 'https://hunter2:hunter2@host',
      CUSTODY_API_KEY: 'hunter2-ü',
      CUSTODY_API_KEY_HEADER: 'cookie',
      UPSTREAM_TIMEOUT_SECONDS: '1.5',
      TRUST_PROXY: 'yes please',
      SESSION_SECRET: 'hunter2-value',
    })
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'CUSTODY_API_KEY',
      'CUSTODY_API_KEY_HEADER',
      'CUSTODY_API_URL',
      'LOG_LEVEL',
      'PORT',
      'SESSION_HOURS',
      'SESSION_SECRET',
      'TRUST_PROXY',
      'UPSTREAM_TIMEOUT_SECONDS',
    ])
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each([
    [{ CUSTODY_API_URL: 'https://host' }, 'SESSION_SECRET'],
    [{ PORT: '80800' }, 'PORT'],
    [{ SESSION_SECRET: 'x'.repeat(31) }, 'SESSION_SECRET'],
    [{ CUSTODY_ACCOUNT_ID: 'a' }, 'CUSTODY_ACCOUNT_ID'],
    [{ CUSTODY_API_KEY_HEADER: 'X-Key', CUSTODY_ACCOUNT_ID_HEADER: 'x-key' }, 'CUSTODY_ACCOUNT_ID_HEADER'],
    [{ CUSTODY_API_KEY_HEADER: 'no spaces' }, 'CUSTODY_API_KEY_HEADER'],
    [{ CUSTODY_API_URL: 'ftp://host', SESSION_SECRET }, 'CUSTODY_API_URL'],
    [{ CUSTODY_API_URL: 'https://host/v1?x=1', SESSION_SECRET }, 'CUSTODY_API_URL'],
    [{ CUSTODY_API_URL: 'https://host/v1#x', SESSION_SECRET }, 'CUSTODY_API_URL'],
    [{ CUSTODY_API_PLAIN_HTTP: 'true' }, 'CUSTODY_API_PLAIN_HTTP'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY: must not be true, which would believe any address a caller claims',
    ],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '1, 10.0.0.0/8' }, 'TRUST_PROXY'],
    [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES'],
    [{ SESSION_SECRET: 'a'.repeat(32) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'abcdefgh'.repeat(8) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: '0123456789abcdef'.repeat(2) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: '12345678901234567890123456789012' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: `${'ab'.repeat(15)}cdefg` }, 'SESSION_SECRET'],
    [{ PROXY_SECRET: 'a'.repeat(32) }, 'PROXY_SECRET'],
    [{ PROXY_SECRET: `${SESSION_SECRET}ü` }, 'PROXY_SECRET'],
    [{ CUSTODY_API_KEY: 'k', HOST: '0.0.0.0' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: '::' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: 'localhost.example' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', CUSTODY_API_KEY_UNPROTECTED: 'no' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY_UNPROTECTED: 'true' }, 'CUSTODY_API_KEY_UNPROTECTED'],
    [{ SYNC: 'no' }, 'SYNC: must be one of auto, off'],
    [{ SYNC_PER_MINUTE: '0' }, 'SYNC_PER_MINUTE: must be a whole number from 1 to 100000'],
    [{ SYNC_SECONDS: '0' }, 'SYNC_SECONDS: must be a whole number from 1 to 3600'],
    [{ SYNC_WHOLE_HOURS: '721' }, 'SYNC_WHOLE_HOURS: must be a whole number from 1 to 720'],
    [{ CHANGES_KEPT_DAYS: '0' }, 'CHANGES_KEPT_DAYS: must be a whole number from 1 to 36500'],
    [{ KEEP_RECORDS: 'all' }, 'KEEP_RECORDS: must be one of configured, none'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    // Two copies would keep two histories.
    [{ SESSION_DATABASE_URL: 'postgresql://db' }, 'DATABASE_URL'],
  ])('are refused: %o', (environment, problem) => {
    expect(problemsOf(environment).join('\n')).toMatch(new RegExp(`^${problem}\\b`, 'm'))
  })

  it('refuse a file of webhooks that is none, and webhooks of accounts that are not kept', async () => {
    expect(problemsOf({ WEBHOOKS_FILE: await fileOf('[]') }).join()).toContain(
      'WEBHOOKS_FILE: must hold JSON: ',
    )
    const WEBHOOKS_FILE = await fileOf({ webhooks: [] })
    expect(problemsOf({ WEBHOOKS_FILE })).toEqual([])
    expect(problemsOf({ WEBHOOKS_FILE, SYNC: 'off' }).join()).toContain('WEBHOOKS_FILE: needs the records')
  })

  it('refuse a file of prices without its columns', async () => {
    const problem =
      'PRICES_FILE: must begin with a line that names the columns asset_id, currency, price and date'
    expect(problemsOf({ PRICES_FILE: await fileOf('BTC,EUR,1,2026-01-01') }).join()).toContain(problem)
  })

  it.each([
    [{ CUSTODY_API_URL: 'https://host/v1', SESSION_SECRET }, { CUSTODY_API_URL: 'https://host/v1' }],
    [{ SESSION_SECRET: 'the quick brown fox jumps over it' }, {}],
    [{ TRUST_PROXY: 'false' }, { TRUST_PROXY: false }],
    [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
    [{ CUSTODY_API_KEY: 'k', HOST: '127.0.0.2' }, { HOST: '127.0.0.2' }],
    [{ CUSTODY_API_KEY: 'k', HOST: '::1' }, { HOST: '::1' }],
    [{ CUSTODY_API_KEY: 'k', HOST: 'localhost' }, { HOST: 'localhost' }],
    [
      { CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', PROXY_SECRET: SESSION_SECRET },
      { PROXY_SECRET: SESSION_SECRET },
    ],
    [
      { CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', CUSTODY_API_KEY_UNPROTECTED: 'yes' },
      { CUSTODY_API_KEY_UNPROTECTED: 'yes' },
    ],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { TRUST_PROXY: ['loopback', '10.0.0.0/8'] }],
    [{ ALLOWED_HOSTS: 'Console.example, other' }, { ALLOWED_HOSTS: ['console.example', 'other'] }],
    [{ CUSTODY_API_KEY_HEADER: 'X-Key' }, { CUSTODY_API_KEY_HEADER: 'x-key' }],
    [{ SESSION_DATABASE_URL: 'postgresql://db', DATABASE_URL: 'postgresql://db' }, {}],
    [{ SESSION_DATABASE_URL: 'postgresql://db', KEEP_RECORDS: 'none' }, {}],
    [{ SESSION_DATABASE_URL: 'postgresql://db', SYNC: 'off' }, {}],
  ])('are taken: %o', (environment, settings) => {
    expect(readGatewaySettings(environment).settings).toMatchObject(settings)
  })

  const pkcs8 = (kind: 'ed25519' | 'x25519') =>
    (kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).privateKey
      .export({ type: 'pkcs8', format: 'der' })
      .toString('base64')
  const der = pkcs8('ed25519')
  it.each([
    ['base64', der, true],
    ['PEM', `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`, true],
    ['PEM in one line', `-----BEGIN PRIVATE KEY-----\\n${der}\\n-----END PRIVATE KEY-----`, true],
    ['a phrase', 'correct horse battery staple', false],
    ['a key of another kind', pkcs8('x25519'), false],
  ])('have a SIGNING_KEY as %s', (_, SIGNING_KEY, isTaken) => {
    expect(problemsOf({ SIGNING_KEY })).toEqual(
      isTaken ? [] : ['SIGNING_KEY: must be an Ed25519 private key: PKCS #8, as PEM or base64'],
    )
  })

  it('let keys travel unencrypted to another machine only where that is said to be wanted', () => {
    for (const CUSTODY_API_URL of [
      'http://custody.example',
      'http://10.0.0.1/v1',
      'http://localhost.example',
    ]) {
      expect(problemsOf({ SESSION_SECRET, CUSTODY_API_URL })).toEqual([
        'CUSTODY_API_URL: must begin with https, since keys and records would travel unencrypted. ' +
          'If only people you trust can listen there, set CUSTODY_API_PLAIN_HTTP=yes',
      ])
      expect(problemsOf({ SESSION_SECRET, CUSTODY_API_URL, CUSTODY_API_PLAIN_HTTP: 'yes' })).toEqual([])
    }
    for (const CUSTODY_API_URL of ['http://127.0.0.1:8081', 'http://localhost', 'http://[::1]:8081/v1'])
      expect(problemsOf({ SESSION_SECRET, CUSTODY_API_URL })).toEqual([])
  })
})

describe('settings for TLS to the service', async () => {
  const [authority, other] = [await createAuthority(), await createAuthority()]
  const own = await authority.issue('gateway.example')
  const stranger = await other.issue('gateway.example')
  const service = { CUSTODY_API_URL: 'https://custody.example', SESSION_SECRET }
  const clientFiles = async ({ cert, key }: Certificate) => ({
    CUSTODY_API_CLIENT_CERT_FILE: await fileOf(cert),
    CUSTODY_API_CLIENT_KEY_FILE: await fileOf(key),
  })
  const [noAuthority, noCertificate, noKey] = [
    'CUSTODY_API_CA_FILE: must hold certificates as PEM',
    'CUSTODY_API_CLIENT_CERT_FILE: must hold certificates as PEM',
    'CUSTODY_API_CLIENT_KEY_FILE: must hold a private key as PEM, without a passphrase',
  ]

  it('are refused in one line each where a file is missing or is not what it has to be', async () => {
    const broken = authority.cert.replace(/(?<=BEGIN CERTIFICATE-----\n).{40}/, '')
    const { privateKey } = generateKeyPairSync('ed25519')
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    const authorities: readonly [file: string, problem: string][] = [
      [join(directory, 'none.pem'), 'CUSTODY_API_CA_FILE: the file does not exist'],
      [directory, 'CUSTODY_API_CA_FILE: the file cannot be read (EISDIR)'],
      [await fileOf(''), noAuthority],
      [await fileOf('no certificate'), noAuthority],
      [await fileOf(authority.key), noAuthority],
      [await fileOf(`${authority.cert}${broken}`), noAuthority],
    ]
    for (const [CUSTODY_API_CA_FILE, problem] of authorities)
      expect(problemsOf({ ...service, CUSTODY_API_CA_FILE })).toEqual([problem])
    const neither = await clientFiles({ cert: '?', key: '?' })
    expect(problemsOf({ ...service, ...neither })).toEqual([noCertificate, noKey])
    const ofLocked = await clientFiles({ cert: own.cert, key: String(locked) })
    expect(problemsOf({ ...service, ...ofLocked })).toEqual([noKey])
  })

  it('have a client certificate with its own key, or neither', async () => {
    const both = await clientFiles(own)
    const { CUSTODY_API_CLIENT_CERT_FILE, CUSTODY_API_CLIENT_KEY_FILE } = both
    expect(problemsOf({ ...service, ...both })).toEqual([])
    expect(problemsOf({ ...service, CUSTODY_API_CLIENT_CERT_FILE })).toEqual([
      'CUSTODY_API_CLIENT_KEY_FILE: is required with CUSTODY_API_CLIENT_CERT_FILE',
    ])
    expect(problemsOf({ ...service, CUSTODY_API_CLIENT_KEY_FILE })).toEqual([
      'CUSTODY_API_CLIENT_CERT_FILE: is required with CUSTODY_API_CLIENT_KEY_FILE',
    ])
    const mixed = await clientFiles({ cert: own.cert, key: stranger.key })
    expect(problemsOf({ ...service, ...mixed })).toEqual([
      'CUSTODY_API_CLIENT_KEY_FILE: does not belong to the certificate in CUSTODY_API_CLIENT_CERT_FILE',
    ])
  })

  it('are refused where there is no TLS to the service', async () => {
    const files = { CUSTODY_API_CA_FILE: await fileOf(authority.cert), ...(await clientFiles(own)) }
    for (const CUSTODY_API_URL of ['http://127.0.0.1:8081', ''])
      expect(problemsOf({ ...service, ...files, CUSTODY_API_URL })).toEqual([
        'CUSTODY_API_CA_FILE: needs a CUSTODY_API_URL that begins with https',
        'CUSTODY_API_CLIENT_CERT_FILE: needs a CUSTODY_API_URL that begins with https',
      ])
  })
})

describe('settings for a provider of identities', () => {
  const account = { name: 'Treasury', groups: ['treasury'], apiKey: 'hunter2-key', accountId: 'acct-1' }

  async function providerProblems(
    changed: Record<string, string>,
    accounts: unknown = [account],
  ): Promise<string> {
    const problems = problemsOf({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'hunter2-secret',
      OIDC_ACCOUNTS_FILE: await fileOf(accounts),
      ...changed,
    })
    expect(problems.join()).not.toContain('hunter2')
    return problems.join('\n')
  }

  it.each([
    [{}, /^$/],
    [{ OIDC_ISSUER: 'http://127.0.0.1:9000/realm' }, /^$/],
    [{ OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER: must be an https/],
    [{ OIDC_ISSUER: 'https://me:hunter2@id.example' }, /^OIDC_ISSUER: /],
    [{ OIDC_ISSUER: '' }, /^OIDC_CLIENT_ID: belongs to OIDC_ISSUER, which is not set$/m],
    [{ OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID: is required with OIDC_ISSUER$/],
    [{ OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET: is required with OIDC_ISSUER$/],
    [{ OIDC_ACCOUNTS_FILE: '' }, /^OIDC_ACCOUNTS_FILE: is required with OIDC_ISSUER$/],
    [{ OIDC_ACCOUNTS_FILE: '/nowhere/hunter2' }, /^OIDC_ACCOUNTS_FILE: the file does not exist$/],
    [{ OIDC_SCOPES: 'profile' }, /^OIDC_SCOPES: must be names separated by spaces, openid among them$/],
    [{ CUSTODY_API_KEY: 'hunter2' }, /^CUSTODY_API_KEY: with OIDC_ISSUER, each account has its own key/],
  ])('%j', async (changed, problems) => {
    expect(await providerProblems(changed)).toMatch(problems)
  })

  const fields =
    'account 1 needs to be an object with name, groups, apiKey and accountId, and no other fields'
  const taken = 'account 2 has the name or accountId of an earlier account'
  it.each([
    ['hunter2', 'must hold JSON'],
    [{}, 'must hold a list of at least one account'],
    [[], 'must hold a list of at least one account'],
    [['hunter2'], fields],
    [[account, { ...account, name: '' }], 'account 2 needs a name of at most 80 characters'],
    [[{ ...account, groups: [] }], 'account 1 needs groups, a list of at least one name'],
    [[{ ...account, apiKey: 'hunter2 ü' }], 'account 1 needs an apiKey of printable ASCII'],
    [[{ ...account, key: 'hunter2' }], fields],
    [[account, { ...account, accountId: 'acct-2' }], taken],
    [[account, { ...account, name: 'Other' }], taken],
    [[account, { ...account, name: 'acct-1', accountId: undefined }], taken],
  ])('the accounts %j are refused in one line', async (accounts, problem) => {
    expect(await providerProblems({}, accounts)).toBe(`OIDC_ACCOUNTS_FILE: ${problem}`)
  })
})
