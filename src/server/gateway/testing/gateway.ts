/** A gateway on a free port in front of a scripted upstream, with its log in hand. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getGlobalDispatcher } from 'undici'
import { afterAll, afterEach, expect, inject } from 'vitest'
import { gatewayErrors } from '../../../contract/gateway-errors.ts'
import { errorBody } from '../../../contract/records.ts'
import { parseSessionState, type SessionState } from '../../../contract/session.ts'
import { atEnd } from '../../../testing/at-end.ts'
import { builtConsole, consolePages } from '../console-files.ts'
import type { GatewayOptions } from '../context.ts'
import { createGateway } from '../gateway.ts'
import { type KeyRing, keyRing } from '../sealing.ts'
import { readGatewaySettings } from '../settings.ts'
import { openSigning } from '../signing-key.ts'
import type { Clock } from '../sync/clock.ts'

/** The secret of every gateway in these tests: copies of one installation share it. */
export const testSecret = 'a secret for tests; long enough to be one'

interface RecordsOptions {
  readonly openRecords?: GatewayOptions['openRecords']
  readonly clock?: Clock
}

export type TestGateway = Awaited<ReturnType<typeof startGateway>>

/** A number of `/metrics`, by its name and labels as they stand there. */
export async function metricOf({ log }: Pick<TestGateway, 'log'>, sample: string): Promise<number> {
  const { address } = log.map((line) => JSON.parse(line)).find((line) => line.address?.port)
  const text = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return Number(line?.split(' ').at(-1))
}

/** Starts a gateway with settings as an operator would write them, but one that keeps no records unless told to. It is closed at the end of its test, or file of tests. */
export async function startGateway(
  environment: Record<string, string>,
  { openRecords, clock }: RecordsOptions = {},
) {
  const read = readGatewaySettings({
    ...{ SESSION_SECRET: testSecret, SIGN_IN_ATTEMPTS_PER_MINUTE: '1000', KEEP_RECORDS: 'none' },
    ...environment,
  })
  if (read.settings === undefined) throw new Error(read.problems.join('\n'))
  const { settings } = read
  const log: string[] = []
  const app = await createGateway({
    settings,
    service: {
      address: settings.CUSTODY_API_URL ?? '',
      embedded: false,
      name: settings.CUSTODY_API_URL ?? '',
    },
    demonstrationKey: null,
    keyRing: ringOf(settings.SESSION_SECRET ?? [testSecret]),
    signing: settings.SIGNING_KEY
      ? await openSigning(settings.SIGNING_KEY, settings.DATA_DIR, settings.SIGNING_KEYS_PUBLIC)
      : null,
    console: await testConsole,
    inventedPrices: null,
    openRecords: openRecords ?? (() => Promise.reject(new Error('this test keeps no records'))),
    openLeftRecords: openRecords ?? (async () => null),
    ...(clock && { clock }),
    log: { write: (line) => void log.push(line) },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const close = atEnd(() => app.close())
  const ask = (path: string, init?: RequestInit) =>
    fetch(`${address}${path}`, { redirect: 'manual', ...init })
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    ask(path, jsonBody(body, headers))
  return {
    address,
    log,
    sync: app.sync,
    /** Such as `GET /api/vaults/*`. */
    routes: () => [...app.methods].flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`)),
    fetch: ask,
    post,
    /** Asks with a path that nothing changes and any headers, `host` among them; with a JSON body, if there is one. */
    async raw(path: string, headers: Record<string, string> = {}, body?: object) {
      const answer = await getGlobalDispatcher().request({
        ...{ origin: address, path, method: body ? 'POST' : 'GET' },
        headers: body ? { 'content-type': 'application/json', ...headers } : headers,
        body: body ? JSON.stringify(body) : null,
      })
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() }
    },
    read: (cookie: string, headers: Record<string, string> = {}) =>
      ask('/api/vaults', { headers: { cookie, ...headers } }),
    state: async (cookie: string, headers: Record<string, string> = {}) =>
      stateIn(await ask('/session', { headers: { cookie, ...headers } })),
    signOut: (cookie: string, where: '' | '?everywhere' = '') =>
      ask(`/session${where}`, { method: 'DELETE', headers: { cookie } }),
    /** Signs in with a key; the value for the `cookie` header. */
    async signIn(apiKey = 'a-good-key', accountId?: string): Promise<string> {
      const answer = await post('/session', { apiKey, accountId })
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`)
      return cookieOf(answer)
    },
    /** Posts JSON past the port, for what is posted hundreds of times. */
    inject: (url: string, payload: object) => app.inject({ url, method: 'POST', payload }),
    close,
  }
}

const rings = new Map<string, KeyRing>()

/** Once for each secret: deriving keys is slow on purpose. */
function ringOf(secrets: Parameters<typeof keyRing>[0]): KeyRing {
  const ring = rings.get(secrets.join()) ?? keyRing(secrets)
  rings.set(secrets.join(), ring)
  return ring
}

/** A service for a file of tests: each begins without scripts, and it closes after the last one. */
export function forTests<Started extends { reset?(): void; close(): Promise<void> }>(
  started: Started,
): Started {
  afterEach(() => started.reset?.())
  afterAll(() => started.close())
  return started
}

export async function stateIn(answer: Response): Promise<SessionState> {
  return parseSessionState(await answer.json())
}

export function jsonBody(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** Name and value of the cookie that an answer sets, as a browser sends it back. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Expects one of the gateway's own errors, with its status and headers, and gives its body. */
export async function expectFailure(answer: Response, code: keyof typeof gatewayErrors) {
  const body = errorBody.parse(await answer.json())
  expect(body.error_code).toBe(code)
  expect(answer.status).toBe(gatewayErrors[code].httpStatus)
  expect(body.code).toBe(String(answer.status))
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return body
}

/** What all gateways of a process serve. */
const testConsole = consoleFiles().then(builtConsole)

async function consoleFiles(): Promise<string> {
  const directory = await mkdtemp(join(inject('folder'), 'console-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(
    join(directory, 'index.html'),
    // Large enough to be compressed.
    `<!doctype html><html lang="en"><head><title>Console</title></head><body><!--frame-->\n<nav></nav><!--/frame-->${'x'.repeat(1024)}</body></html>`,
  )
  await mkdir(join(directory, '.vite'))
  await writeFile(join(directory, '.vite', 'manifest.json'), JSON.stringify(manifest()))
  await writeFile(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(directory, 'assets', 'main-abc.js'), 'plain')
  await writeFile(join(directory, 'assets', 'main-abc.js.br'), 'brotli stand-in')
  await writeFile(join(directory, 'assets', 'main-abc.js.gz'), 'gzip stand-in')
  return directory
}

/** As Vite writes it: each page with a file and styles of its own, and with one that all pages share. */
function manifest() {
  const nameOf = (module: string) => module.replace(/^.*\/|\.tsx$/g, '')
  return {
    'index.html': { file: 'assets/main-abc.js', isEntry: true, css: ['assets/main.css'] },
    _list: { file: 'assets/list.js', imports: ['index.html'], css: ['assets/list.css'] },
    ...Object.fromEntries(
      consolePages.map(({ module }) => [
        module,
        {
          file: `assets/${nameOf(module)}.js`,
          isDynamicEntry: true,
          imports: ['index.html', '_list'],
          css: [`assets/${nameOf(module)}.css`],
        },
      ]),
    ),
  }
}
