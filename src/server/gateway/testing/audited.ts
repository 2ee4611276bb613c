/** Gateways whose audit logs a test reads. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { fileLines, verifyChain } from '../audit/chain.ts'
import { startGateway } from './gateway.ts'

/** Names files for audit logs, which are gone after the last test of a file. */
export async function logsForTests(): Promise<() => string> {
  const directory = await mkdtemp(join(tmpdir(), 'custody-trail-'))
  afterAll(() => rm(directory, { recursive: true }))
  return () => join(directory, `${randomUUID()}.log`)
}

/** Starts one before a service, with its log in a file. `told` closes it, and gives the lines. */
export async function startAuditedGateway(
  file: string,
  service: string,
  environment: Record<string, string> = {},
) {
  const gateway = await startGateway({ CUSTODY_API_URL: service, AUDIT_LOG: file, ...environment })
  return {
    ...gateway,
    file,
    async told(event?: string) {
      await gateway.close()
      const entries = await auditEntries(file)
      return event === undefined ? entries : entries.filter((entry) => entry.event === event)
    },
  }
}

/** What the lines of a log say, whose chain has to hold. */
export async function auditEntries(file: string): Promise<Record<string, unknown>[]> {
  const { breaks } = await verifyChain([{ name: file, lines: fileLines(file) }])
  expect(breaks).toEqual([])
  return (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
