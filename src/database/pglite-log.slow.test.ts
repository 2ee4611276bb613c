import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from './open.ts'
import { folderWithDatabase } from './testing/databases.ts'

it('the embedded database keeps no more of its log of writes than it needs, which PostgreSQL alone would limit', async () => {
  const dataDir = await folderWithDatabase()
  const database = await openDatabase({ dataDir, timeoutSeconds: 60 })
  await database.script('create table written (word text)')
  for (let round = 0; round < 5; round += 1) {
    await database.script(
      `insert into written select repeat(md5(n::text), 50) from generate_series(1, 30000) as n`,
    )
    for (let reads = 0; reads < 20; reads += 1) await database.query('select 1')
  }
  const log = join(dataDir, 'pglite', 'pg_wal')
  const sizes = await Promise.all(
    (await readdir(log)).map(async (name) => (await stat(join(log, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 1024 * 1024)
  await database.close()
})
