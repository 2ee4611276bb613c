/** A gateway whose audit log a test reads. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { linesOf } from '../audit/read-log.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import { startGateway } from './gateway.ts'

/** Starts one before a service, with its log in a directory. `told` closes it, and gives the lines. */
export async function startAuditedGateway(
  directory: string,
  service: string,
  environment: Record<string, string> = {},
) {
  const file = join(directory, `${randomUUID()}.log`)
  const gateway = await startGateway({ CUSTODY_API_URL: service, AUDIT_LOG: file, ...environment })
  return {
    ...gateway,
    file,
    async told(event?: string) {
      await gateway.close()
      const { breaks } = await verifyChain([{ name: file, lines: linesOf(file) }])
      expect(breaks).toEqual([])
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
      const entries: Record<string, unknown>[] = lines.map((line) => JSON.parse(line))
      return event === undefined ? entries : entries.filter((entry) => entry.event === event)
    },
  }
}
