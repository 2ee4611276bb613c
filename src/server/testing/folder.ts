import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../testing/at-end.ts'

/** A new folder, which goes with the test that asks for it, or with the file of tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'custody-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}
