import { describe, expect, it } from 'vitest'
import { readGatewaySettings } from './settings.ts'

const secret = '9c1e6f0a4b7d2358e9f1a0c4d6b83527'
const problemsOf = (environment: Record<string, string>) =>
  readGatewaySettings(environment).problems.join('\n')

describe('settings of the gateway', () => {
  it('has a default for everything, for the embedded service', () => {
    expect(readGatewaySettings({}).settings).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      SESSION_HOURS: 12,
      CUSTODY_API_KEY_HEADER: 'x-api-key',
      CUSTODY_ACCOUNT_ID_HEADER: 'account-id',
      TRUST_PROXY: false,
      SESSION_IDLE_MINUTES: 15,
    })
  })

  it('takes what is set to nothing as not set', () => {
    expect(readGatewaySettings({ PORT: '', CUSTODY_API_URL: ' ' }).settings?.PORT).toBe(8080)
  })

  it('lists everything that is wrong at once', () => {
    const problems = problemsOf({
      PORT: '80800',
      SESSION_HOURS: '0',
      LOG_LEVEL: 'loud',
      CUSTODY_API_URL: 'ftp://host',
      CUSTODY_API_KEY_HEADER: 'cookie',
      UPSTREAM_TIMEOUT_SECONDS: '1.5',
      TRUST_PROXY: 'yes please',
    })
    for (const name of [
      'PORT',
      'SESSION_HOURS',
      'LOG_LEVEL',
      'CUSTODY_API_URL',
      'CUSTODY_API_KEY_HEADER',
      'UPSTREAM_TIMEOUT_SECONDS',
      'TRUST_PROXY',
      'SESSION_SECRET',
    ])
      expect(problems).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  it('never repeats a value: it may be a secret in the wrong place', () => {
    const problems = problemsOf({
      SESSION_SECRET: 'hunter2-value',
      CUSTODY_API_KEY: 'hunter2-ü',
      CUSTODY_API_URL: 'https://hunter2:hunter2@host',
      LOG_LEVEL: 'hunter2',
      PORT: 'hunter2',
    })
    expect(problems.split('\n').length).toBeGreaterThanOrEqual(5)
    expect(problems).not.toContain('hunter2')
  })

  it.each([
    [{ CUSTODY_API_URL: 'https://host' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'x'.repeat(31) }, 'SESSION_SECRET'],
    [{ CUSTODY_ACCOUNT_ID: 'a' }, 'CUSTODY_ACCOUNT_ID'],
    [{ CUSTODY_API_KEY_HEADER: 'X-Key', CUSTODY_ACCOUNT_ID_HEADER: 'x-key' }, 'CUSTODY_ACCOUNT_ID_HEADER'],
    [{ CUSTODY_API_KEY_HEADER: 'no spaces' }, 'CUSTODY_API_KEY_HEADER'],
    [{ CUSTODY_API_URL: 'https://host/v1?x=1', SESSION_SECRET: secret }, 'CUSTODY_API_URL'],
    [{ CUSTODY_API_URL: 'https://host/v1#x', SESSION_SECRET: secret }, 'CUSTODY_API_URL'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '1, 10.0.0.0/8' }, 'TRUST_PROXY'],
    [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES'],
    [{ SESSION_SECRET: 'a'.repeat(32) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'abcdefgh'.repeat(8) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: '0123456789abcdef'.repeat(2) }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: '12345678901234567890123456789012' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: `${'ab'.repeat(15)}cdefg` }, 'SESSION_SECRET'],
    [{ PROXY_SECRET: 'a'.repeat(32) }, 'PROXY_SECRET'],
    [{ PROXY_SECRET: `${secret}ü` }, 'PROXY_SECRET'],
    [{ CUSTODY_API_KEY: 'k', HOST: '0.0.0.0' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: '::' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: 'localhost.example' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', CUSTODY_API_KEY_UNPROTECTED: 'no' }, 'CUSTODY_API_KEY'],
    [{ CUSTODY_API_KEY_UNPROTECTED: 'true' }, 'CUSTODY_API_KEY_UNPROTECTED'],
  ])('refuses %o', (environment, name) => {
    expect(problemsOf(environment)).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  it('says in a sentence why TRUST_PROXY=true is refused', () => {
    expect(problemsOf({ TRUST_PROXY: 'true' })).toMatch(/^TRUST_PROXY: .*any address a caller claims/)
  })

  it.each([
    [{ CUSTODY_API_URL: 'https://host/v1', SESSION_SECRET: secret }, { CUSTODY_API_URL: 'https://host/v1' }],
    [{ SESSION_SECRET: 'the quick brown fox jumps over it' }, {}],
    [{ TRUST_PROXY: 'false' }, { TRUST_PROXY: false }],
    [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
    [{ CUSTODY_API_KEY: 'k', HOST: '127.0.0.2' }, { HOST: '127.0.0.2' }],
    [{ CUSTODY_API_KEY: 'k', HOST: '::1' }, { HOST: '::1' }],
    [{ CUSTODY_API_KEY: 'k', HOST: 'localhost' }, { HOST: 'localhost' }],
    [{ CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', PROXY_SECRET: secret }, { PROXY_SECRET: secret }],
    [
      { CUSTODY_API_KEY: 'k', HOST: '0.0.0.0', CUSTODY_API_KEY_UNPROTECTED: 'yes' },
      { CUSTODY_API_KEY_UNPROTECTED: 'yes' },
    ],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { TRUST_PROXY: ['loopback', '10.0.0.0/8'] }],
    [{ ALLOWED_HOSTS: 'Console.example, other' }, { ALLOWED_HOSTS: ['console.example', 'other'] }],
    [{ CUSTODY_API_KEY_HEADER: 'X-Key' }, { CUSTODY_API_KEY_HEADER: 'x-key' }],
  ])('accepts %o', (environment, settings) => {
    expect(readGatewaySettings(environment).settings).toMatchObject(settings)
  })
})
