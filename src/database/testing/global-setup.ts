/** What all files of tests share: one PostgreSQL, where it is installed, and a folder that goes with the last of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isWholeSet } from '../../testing/cases.ts'
import { bouncerProgram, postgresPrograms, startBouncer, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresPort: number | null
    readonly bouncerPort: number | null
    readonly folder: string
  }
}

export default async function setup({ provide }: TestProject) {
  if (postgresPrograms === undefined)
    console.warn(
      '\n*** No PostgreSQL on this machine: these tests run on the embedded database ONLY. Install PostgreSQL to run them all. ***\n',
    )
  const postgres = postgresPrograms === undefined ? null : await startPostgres(postgresPrograms)
  const bouncer =
    postgres && bouncerProgram && isWholeSet ? await startBouncer(bouncerProgram, postgres.port) : undefined
  const folder = await mkdtemp(join(tmpdir(), 'custody-tests-'))
  provide('postgresPort', postgres?.port ?? null)
  provide('bouncerPort', bouncer?.port ?? null)
  provide('folder', folder)
  return async () => {
    await bouncer?.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
