import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { errorText, systemCodeOf } from './http.ts'

/** Time for requests in flight after the signal to stop. */
const stopWithinMilliseconds = 10_000

/** The only way to the terminal. Text from files and services must neither control it nor look like a line of ours. */
export function printLines(
  lines: readonly string[],
  to: { write(text: string): unknown } = process.stdout,
): void {
  to.write(lines.map((line) => `${line.replace(notPrinted, '\ufffd')}\n`).join(''))
}

/** Every control character except tabs, and what reorders, hides or breaks a line. */
const notPrinted = /[^\P{Cc}\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

function failWith(lines: readonly string[]): never {
  printLines(lines, process.stderr)
  process.exit(1)
}

export function refuseToStart(program: string, problems: readonly string[]): never {
  failWith([`${program} cannot start. Correct these settings:`, ...problems.map((line) => `  ${line}`)])
}

/** Returns an address on this machine, such as `http://127.0.0.1:8081`. */
export async function listenAt(app: FastifyInstance, host: string, port: number): Promise<string> {
  const { level } = app.log
  // The program prints one address; Fastify would log each.
  app.log.level = 'silent'
  await app.listen({ host, port })
  app.log.level = level

  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('HOST must be a network address')
  if (bound.address === '0.0.0.0' || bound.address === '::') return `http://localhost:${bound.port}`
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
}

/** npm starts programs in the package’s folder; paths are relative to the reader’s. */
export function pathFromReader(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}

export function stopOnSignal(program: string, close: () => Promise<void>): void {
  const stop = () => {
    setTimeout(() => process.exit(1), stopWithinMilliseconds).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => giveUp(program, error),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

export function giveUp(program: string, error: unknown): never {
  const isTaken = systemCodeOf(error) === 'EADDRINUSE'
  const reason = isTaken ? 'the port is in use by another program; set PORT to another one' : errorText(error)
  failWith([`${program} stopped: ${reason}`])
}
