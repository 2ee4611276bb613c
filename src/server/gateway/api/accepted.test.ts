/** Accepted findings over HTTP, by people who share an account. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startProvider } from '../../../../e2e/support/provider.ts'
import type { AcceptedAnswer } from '../../../contract/accepted-findings.ts'
import type { Report, ReportRow } from '../../../contract/report.ts'
import { startApi, startBooks } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import { jsonLines } from '../../testing/json-lines.ts'
import { expectFailure, jsonBody } from '../testing/gateway.ts'
import { openBrowser } from '../testing/person-browser.ts'

const service = await startBooks()
const provider = await startProvider()
afterAll(() => provider.close())
const folder = await newFolder()
const accounts = join(folder, 'accounts.json')
await writeFile(
  accounts,
  JSON.stringify([{ name: 'Treasury', groups: ['treasury', 'audit'], apiKey: 'demo-viewer-key' }]),
)
const auditLog = join(folder, 'audit.log')
const { gateway, pass } = await startApi({
  ...{ CUSTODY_API_URL: service.address, AUDIT_LOG: auditLog, ...provider.environment },
  ...{ OIDC_ACCOUNTS_FILE: accounts, OIDC_ALLOWED_GROUPS: 'treasury, audit' },
  // Readings take hours of the clock of tests.
  ...{ SESSION_IDLE_MINUTES: '1000', SESSION_HOURS: '700' },
})
provider.open(gateway.address)
for (const seconds of [0, 20, 40]) await pass(seconds)

async function signedIn(person: string) {
  const browser = openBrowser(gateway)
  await browser.signIn(person)
  const change = (method: string, path: string, body: object) =>
    browser.ask(`/api/accepted${path}`, { ...jsonBody(body), method })
  const rows = async (): Promise<readonly ReportRow[]> => {
    const answer = await browser.ask('/api/reports/whitelist-review')
    const { report }: { readonly report: Report } = await answer.json()
    return report.tables.flatMap((table) => table.rows)
  }
  const accepted = async () => {
    const answer: AcceptedAnswer = await (await browser.ask('/api/accepted')).json()
    return answer.accepted
  }
  return { browser, change, rows, accepted }
}
const ana = await signedIn('ana')
const ben = await signedIn('ben')
const [first, second, third] = await ana.rows()
if (!(first && second && third)) throw new Error('The review has findings.')

it('are kept with who accepted them and when, for everybody who reads the account, until one withdraws them', async () => {
  const revisionOf = async (answer: Response) => (await answer.json()).revision
  const before = await revisionOf(await ben.browser.ask('/api/revision'))
  const taken = await revisionOf(await ana.change('PUT', `/${first.id}`, { reason: ' Known. ' }))
  expect(taken).not.toBe(before)
  expect(await revisionOf(await ben.browser.ask('/api/revision'))).toBe(taken)
  const [row] = (await ben.rows()).filter(({ id }) => id === first.id)
  expect(row?.cells).toMatchObject({
    ...{ accepted_by: 'Ana Souza', accepted_reason: 'Known.' },
    accepted_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(await ben.accepted()).toMatchObject([
    { finding: first.id, by: 'Ana Souza', facts: { severity: first.cells.severity } },
  ])
  expect(await revisionOf(await ben.change('DELETE', `/${first.id}`, {}))).not.toBe(taken)
  expect(await ana.accepted()).toEqual([])
  const lines = jsonLines(await readFile(auditLog, 'utf8'))
  const told = lines.filter((line) => JSON.stringify(line).includes(first.id))
  expect(told.map(({ event, name }) => [event, name])).toEqual([
    ['finding-accepted', 'Ana Souza'],
    ['acceptance-withdrawn', 'Ben Okafor'],
  ])
})

it('are no open findings on the page of the counterparty that they concern', async () => {
  const concerned = [first, second, third].find(({ cells }) => cells.address)
  const openIds = async (): Promise<readonly string[]> => {
    const address = encodeURIComponent(concerned?.cells.address ?? '')
    const answer = await ana.browser.ask(`/api/reports/counterparty?id=${address}`)
    const { report }: { readonly report: Report } = await answer.json()
    return report.tables.flatMap(({ name, rows }) => (name === 'findings' ? rows.map(({ id }) => id) : []))
  }
  expect(await openIds()).toContain(concerned?.id)
  await ana.change('PUT', `/${concerned?.id}`, { reason: 'Known.' })
  expect(await openIds()).not.toContain(concerned?.id)
  await ana.change('DELETE', `/${concerned?.id}`, {})
})

it('are refused for what the review has not, without a reason, and from elsewhere', async () => {
  const gone = `/${'0'.repeat(32)}`
  await expectFailure(await ana.change('PUT', gone, { reason: 'Known.' }), 'GTW-07')
  await expectFailure(await ana.change('PUT', '/no-id', { reason: 'Known.' }), 'GTW-05')
  await expectFailure(await ana.change('PUT', `/${first.id}`, { reason: ' ' }), 'GTW-07')
  const foreign = { ...jsonBody({ reason: 'Known.' }), method: 'PUT' }
  const headers = { ...foreign.headers, origin: 'https://elsewhere.example' }
  await expectFailure(await ana.browser.ask(`/api/accepted/${first.id}`, { ...foreign, headers }), 'GTW-10')
  await expectFailure(await openBrowser(gateway).ask(`/api/accepted/${first.id}`, foreign), 'GTW-04')
  expect(await ana.accepted()).toEqual([])
})
