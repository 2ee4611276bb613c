/** `npm run keys -- create --name NAME [--role viewer|none] | list | revoke ID`: who may use the service. */
import { parseArgs } from 'node:util'
import type { Role } from '../../contract/enumerations.ts'
import { refuseToStart } from '../settings.ts'
import { type Database, openDatabase } from './database/database.ts'
import { install } from './database/install.ts'
import { createKey, listKeys, readRole, revokeKey } from './keys.ts'
import { readDatabasePlace } from './settings.ts'

const usage = `Usage:
  npm run keys -- create --name NAME [--role viewer|none]   make a key and show it, once
  npm run keys -- list                                      show all keys, never their text
  npm run keys -- revoke ID                                 make a key invalid, for good
`

/** What the command line asks for. */
type Command =
  | { readonly name: 'create'; readonly keyName: string; readonly roles: readonly Role[] }
  | { readonly name: 'list' }
  | { readonly name: 'revoke'; readonly id: string }

const command = readCommand(process.argv.slice(2))
if (command === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}

const { settings: place, problems } = readDatabasePlace(process.env)
if (place === undefined) refuseToStart('The keys command', problems)

try {
  const database = await openDatabase(place)
  try {
    await install(database)
    process.exitCode = await run(database, command)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run(database: Database, asked: Command): Promise<number> {
  if (asked.name === 'create') {
    const { id, key } = await createKey(database, { name: asked.keyName, roles: asked.roles })
    process.stderr.write(`Key ${id} (${asked.keyName}). It is shown this once and kept nowhere:\n`)
    process.stdout.write(`${key}\n`)
    return 0
  }
  if (asked.name === 'revoke') {
    if (await revokeKey(database, asked.id)) return 0
    process.stderr.write(`There is no valid key with the id ${asked.id}.\n`)
    return 1
  }
  for (const { id, name, roles, createdAt, revokedAt } of await listKeys(database)) {
    const state = revokedAt === null ? 'valid' : `revoked ${revokedAt}`
    process.stdout.write(
      `${[id, name, roles.join(',') || 'no role', `created ${createdAt}`, state].join('\t')}\n`,
    )
  }
  return 0
}

function readCommand(words: readonly string[]): Command | undefined {
  const [name, ...rest] = words
  if (name === 'list') return rest.length === 0 ? { name } : undefined
  if (name === 'revoke') {
    const [id, ...more] = rest
    return id === undefined || more.length > 0 ? undefined : { name, id }
  }
  return name === 'create' ? readCreate(rest) : undefined
}

function readCreate(words: readonly string[]): Command | undefined {
  const options = { name: { type: 'string' }, role: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args: [...words], options })
    const role = readRole(values.role ?? 'viewer')
    if (!values.name || (role === undefined && values.role !== 'none')) return undefined
    return { name: 'create', keyName: values.name, roles: role === undefined ? [] : [role] }
  } catch {
    return undefined
  }
}
