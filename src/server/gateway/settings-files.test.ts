import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGatewaySettings } from './settings.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'custody-oidc-settings-'))
})
afterAll(() => rm(directory, { recursive: true }))

const account = { name: 'Treasury', groups: ['treasury'], apiKey: 'hunter2-key', accountId: 'acct-1' }

/** What is wrong with settings that are right but for what is named here. */
async function problemsOf(changed: Record<string, string>, accounts: unknown = [account]): Promise<string> {
  const file = join(directory, `${randomUUID()}.json`)
  await writeFile(file, typeof accounts === 'string' ? accounts : JSON.stringify(accounts))
  const { problems } = readGatewaySettings({
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'hunter2-secret',
    OIDC_ACCOUNTS_FILE: file,
    ...changed,
  })
  return problems.join('\n')
}

it('takes a provider with accounts, and issuers without TLS on loopback alone', async () => {
  expect(await problemsOf({})).toBe('')
  expect(await problemsOf({ OIDC_ISSUER: 'http://127.0.0.1:9000/realm' })).toBe('')
  expect(await problemsOf({ OIDC_ISSUER: 'http://id.example' })).toMatch(/^OIDC_ISSUER: must be an https/)
  expect(await problemsOf({ OIDC_ISSUER: 'https://me:hunter2@id.example' })).toMatch(/^OIDC_ISSUER: /)
})

it.each([
  [{ OIDC_ISSUER: '' }, /^OIDC_CLIENT_ID: belongs to OIDC_ISSUER, which is not set$/m],
  [{ OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID: is required with OIDC_ISSUER$/],
  [{ OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET: is required with OIDC_ISSUER$/],
  [{ OIDC_ACCOUNTS_FILE: '' }, /^OIDC_ACCOUNTS_FILE: is required with OIDC_ISSUER$/],
  [{ OIDC_ACCOUNTS_FILE: '/nowhere/hunter2' }, /^OIDC_ACCOUNTS_FILE: the file does not exist$/],
  [{ OIDC_SCOPES: 'profile' }, /^OIDC_SCOPES: must be names separated by spaces, openid among them$/],
  [{ CUSTODY_API_KEY: 'hunter2' }, /^CUSTODY_API_KEY: with OIDC_ISSUER, each account has its own key/],
])('refuses %j', async (changed, problem) => {
  const problems = await problemsOf(changed)
  expect(problems).toMatch(problem)
  expect(problems).not.toContain('hunter2')
})

it.each([
  ['hunter2', 'must hold JSON'],
  [{}, 'must hold a list of accounts'],
  [[], 'must hold at least one account'],
  [['hunter2'], 'account 1 must be an object with name, groups, apiKey and accountId'],
  [[account, { ...account, name: '' }], 'account 2 needs a name of at most 80 characters'],
  [[{ ...account, groups: [] }], 'account 1 needs groups, a list of at least one name'],
  [[{ ...account, apiKey: 'hunter2 ü' }], 'account 1 needs an apiKey of printable ASCII'],
  [[{ ...account, key: 'hunter2' }], 'account 1 has a field other than name, groups, apiKey and accountId'],
  [
    [account, { ...account, accountId: 'acct-2' }],
    'account 2 has a name or an accountId that an earlier one has',
  ],
  [[account, { ...account, name: 'Other' }], 'account 2 has a name or an accountId that an earlier one has'],
  [
    [account, { ...account, name: 'acct-1', accountId: undefined }],
    'account 2 has a name or an accountId that an earlier one has',
  ],
])('refuses the accounts %j in one line that repeats nothing of them', async (accounts, problem) => {
  expect(await problemsOf({}, accounts)).toBe(`OIDC_ACCOUNTS_FILE: ${problem}`)
})
