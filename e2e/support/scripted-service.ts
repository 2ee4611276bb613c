/**
 * A small upstream over real HTTP that does what a test tells it to: answer with a page, break off, hang, redirect. It imitates no
 * records: what is not scripted is passed on to a real service, where there is one.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { serviceErrors } from '../../src/contract/errors.ts'
import { listenLocally } from '../../src/testing/sockets.ts'

export type Script = (request: IncomingMessage, response: ServerResponse) => void

export interface ReceivedRequest {
  readonly method: string
  /** Path and query, byte for byte. */
  readonly target: string
  readonly headers: IncomingMessage['headers']
}

export interface ScriptedService {
  readonly address: string
  readonly received: readonly ReceivedRequest[]
  /** From now on, requests whose path (without query) is `path` are answered by `script`; `*` means every other path. */
  script(path: string, script: Script): void
  /** What answers where nothing is scripted: for scripts that let most requests pass. */
  readonly passOn: Script
  reset(): void
  close(): Promise<void>
}

/** Starts it on a free loopback port. `otherwise` is the address of a real service for what is not scripted. */
export async function startScriptedService(otherwise?: string): Promise<ScriptedService> {
  const scripts = new Map<string, Script>()
  const received: ReceivedRequest[] = []
  const rest = otherwise === undefined ? unscripted : passOn(otherwise)

  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => {
    const target = request.url ?? ''
    received.push({ method: request.method ?? '', target, headers: request.headers })
    const script = scripts.get(target.split('?')[0] ?? '') ?? scripts.get('*') ?? rest
    script(request, response)
  })
  const port = await listenLocally(server)
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    passOn: rest,
    script: (path, script) => void scripts.set(path, script),
    reset() {
      scripts.clear()
      received.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Script {
  return textAnswer(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers })
}

/** Any text, as any status; with no content type unless the headers name one. */
export function textAnswer(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Script {
  return (_request, response) => void response.writeHead(status, headers).end(body)
}

export function errorAnswer(
  code: keyof typeof serviceErrors,
  headers: Readonly<Record<string, string>> = {},
): Script {
  const { httpStatus, message, details } = serviceErrors[code]
  const body = { status: 'error', error_code: code, error_message: message, details, help: '' }
  return json({ ...body, code: String(httpStatus) }, httpStatus, headers)
}

export function errorWith(fields: Readonly<Record<string, string>>, httpStatus: number): Script {
  const body = { status: 'error', error_message: 'Sent by the test', details: 'For no reason', help: '' }
  return json({ ...body, ...fields, code: String(httpStatus) }, httpStatus)
}

export const htmlPage = textAnswer('<!doctype html><title>Maintenance</title><h1>Back soon</h1>', 200, {
  'content-type': 'text/html; charset=utf-8',
})

export const crash = textAnswer('Error: no pool\n    at query (/srv/app/db.js:12:7)\n', 500, {
  'content-type': 'text/plain',
})

/** JSON type, cut in the middle of the document, yet complete for HTTP. */
export const brokenJson = textAnswer('{"transactions":[{"transaction_id":"a"', 200, {
  'content-type': 'application/json',
})

export const hang: Script = () => {}

export const stall: Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"transactions":[')
}

export const cut: Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"transactions":[', () => response.destroy())
}

export const hangUp: Script = (request) => {
  request.socket.destroy()
}

export const redirect = (location: string) =>
  textAnswer('{}', 302, { location, 'content-type': 'application/json' })

export const large = (bytes: number) => json({ padding: 'x'.repeat(bytes) })

/** Waits for a promise before it lets another script answer: "slow" without a clock. */
function after(ready: Promise<unknown>, script: Script): Script {
  return (request, response) => void ready.then(() => script(request, response))
}

export interface HeldAnswer {
  readonly script: Script
  readonly waiting: number
  arrived(count?: number): Promise<void>
  /** Settles once the connection of a request is closed. */
  readonly dropped: Promise<void>
  release(): void
}

export function held(answer: Script = json({ vaults: [], transactions: [] })): HeldAnswer {
  const released = settledLater()
  const dropped = settledLater()
  const watchers: { readonly count: number; readonly settle: () => void }[] = []
  let [count, waiting] = [0, 0]
  return {
    script(request, response) {
      count += 1
      waiting += 1
      request.socket.on('close', dropped.settle)
      for (const watcher of watchers) if (count >= watcher.count) watcher.settle()
      after(
        released.promise.then(() => {
          waiting -= 1
        }),
        answer,
      )(request, response)
    },
    get waiting() {
      return waiting
    },
    arrived(wanted = 1) {
      const { promise, settle } = settledLater()
      if (count >= wanted) settle()
      watchers.push({ count: wanted, settle })
      return promise
    },
    dropped: dropped.promise,
    release: released.settle,
  }
}

function settledLater() {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}

/** Enough for a key to sign in. */
const unscripted: Script = (request, response) =>
  (request.url?.startsWith('/transactions?') ? errorAnswer('TXN-02') : errorAnswer('ERR-00'))(
    request,
    response,
  )

function passOn(address: string): Script {
  return (request, response) => {
    const onward = httpRequest(
      `${address}${request.url}`,
      { method: request.method, headers: { ...request.headers, host: new URL(address).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
}
