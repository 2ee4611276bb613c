import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../database/testing/databases.ts'
import { findKey, keyHash } from './keys.ts'
import { readKeysCommand, runKeysCommand } from './keys-command.ts'
import { install } from './tables.ts'

describe.each(databaseKinds)('npm run keys on $name', async (kind) => {
  const database = await kind.open()

  beforeAll(async () => {
    await install(database)
  })

  const run = async (line: string) => {
    const command = readKeysCommand(line.split(' '))
    if (command === undefined) throw new Error(`${line} is no command.`)
    return await runKeysCommand(database, command)
  }

  it('shows a created key once, and it can be found by nothing but itself', async () => {
    const { output } = await run('create --name Auditor')
    const [key = ''] = output
    expect(key).toMatch(/^custody_[\w-]{43}$/)
    expect(await findKey(database, keyHash(key))).toMatchObject({ name: 'Auditor', roles: ['viewer'] })
    expect(await findKey(database, keyHash(`${key} `))).toBeUndefined()
    const { output: listed } = await run('list')
    expect(listed.join('\n')).toContain('Auditor\tviewer\t')
    const kept = await database.query('select * from api_key')
    expect(JSON.stringify([listed, kept])).not.toContain(key)
  })

  it('revokes by id, once and for good, and goes on showing that it did', async () => {
    const { output } = await run('create --name Leaving --role none')
    const found = await findKey(database, keyHash(output[0] ?? ''))
    expect(found?.roles).toEqual([])
    expect(await run(`revoke ${found?.id}`)).toEqual({ output: [], messages: [], exitCode: 0 })
    expect(await findKey(database, keyHash(output[0] ?? ''))).toBeUndefined()
    expect((await run(`revoke ${found?.id}`)).exitCode).toBe(1)
    const line = (await run('list')).output.find((one) => one.startsWith(`${found?.id}\t`))
    expect(line).toMatch(/\tLeaving\tno role\tcreated .*\trevoked /)
  })
})

it.each([
  [[]],
  [['make']],
  [['create']],
  [['create', '--name', '']],
  [['create', '--name', 'A', '--role', 'admin']],
  [['create', '--name', 'A', '--rolle', 'viewer']],
  [['create', 'A']],
  [['list', 'all']],
  [['revoke']],
  [['revoke', 'a', 'b']],
])('%j is no command', (words) => {
  expect(readKeysCommand(words)).toBeUndefined()
})
