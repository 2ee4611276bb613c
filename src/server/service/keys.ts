import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Role, roles } from '../../contract/enumerations.ts'
import type { Database, DatabaseRow, Queries } from '../../database/database.ts'

/** Stores only a hash: nobody can read the key again. */
export async function createKey(
  queries: Queries,
  { name, roles: given }: { readonly name: string; readonly roles: readonly Role[] },
): Promise<{ readonly id: string; readonly key: string }> {
  const key = `custody_${randomBytes(32).toString('base64url')}`
  return { id: await storeKey(queries, key, name, given), key }
}

/** May read everything of the demonstration. */
export const viewerKey = 'demo-viewer-key'

export async function storeDemonstrationKeys(queries: Queries): Promise<void> {
  await storeKey(queries, viewerKey, 'Demonstration viewer', ['viewer'])
  await storeKey(queries, 'demo-no-role-key', 'Demonstration key without a role', [])
}

export async function revokeKey(queries: Queries, id: string): Promise<boolean> {
  const revoked = await queries.query<'key_id'>(
    'update api_key set revoked_at = now() where key_id = $1 and revoked_at is null returning key_id',
    [id],
  )
  return revoked.length > 0
}

export async function findKey(queries: Queries, hash: string): Promise<ReturnType<typeof asKey> | undefined> {
  const [row] = await queries.query<KeyColumn>(
    `select ${keyColumns} from api_key where key_hash = $1 and revoked_at is null`,
    [hash],
  )
  return row && asKey(row)
}

const keyColumns = `key_id, key_name, roles, (created_at at time zone 'UTC')::text as created_at,
  (revoked_at at time zone 'UTC')::text as revoked_at`
type KeyColumn = 'key_id' | 'key_name' | 'roles' | 'created_at' | 'revoked_at'

function asKey(row: DatabaseRow<KeyColumn>) {
  return {
    id: row.key_id ?? '',
    name: row.key_name ?? '',
    roles: (row.roles ?? '').split(' ').filter((role) => role !== ''),
    createdAt: instantOf(row.created_at ?? ''),
    revokedAt: row.revoked_at && instantOf(row.revoked_at),
  }
}

/** `2026-11-01 09:30:00.123` in whole seconds. */
function instantOf(utc: string): string {
  return `${utc.slice(0, 19).replace(' ', 'T')}Z`
}

async function storeKey(
  queries: Queries,
  key: string,
  name: string,
  given: readonly Role[],
): Promise<string> {
  const id = `key_${randomBytes(6).toString('hex')}`
  await queries.query('insert into api_key (key_hash, key_id, key_name, roles) values ($1, $2, $3, $4)', [
    keyHash(key),
    id,
    name,
    given.join(' '),
  ])
  return id
}

/** A plain hash is enough: a key has 256 random bits. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export type KeysCommand =
  | { readonly name: 'create'; readonly keyName: string; readonly roles: readonly Role[] }
  | { readonly name: 'list' }
  | { readonly name: 'revoke'; readonly id: string }

export const keysUsage = [
  'Usage:',
  '  npm run keys -- create --name NAME [--role viewer|none]   make a key and show it, once',
  '  npm run keys -- list                                      show all keys, without their text',
  '  npm run keys -- revoke ID                                 revoke a key for good',
]

export function readKeysCommand(words: readonly string[]): KeysCommand | undefined {
  const [name, ...rest] = words
  if (name === 'list') return rest.length === 0 ? { name } : undefined
  if (name === 'revoke') {
    const [id, ...more] = rest
    return id === undefined || more.length > 0 ? undefined : { name, id }
  }
  return name === 'create' ? readCreate(rest) : undefined
}

export async function runKeysCommand(database: Database, command: KeysCommand) {
  if (command.name === 'create') {
    const { id, key } = await createKey(database, { name: command.keyName, roles: command.roles })
    const message = `Key ${id} (${command.keyName}). It is shown only this once and is not stored:`
    return { output: [key], messages: [message], exitCode: 0 }
  }
  if (command.name === 'list') {
    const rows = await database.query<KeyColumn>(
      `select ${keyColumns} from api_key order by created_at, key_id`,
    )
    const output = rows.map(asKey).map(({ id, name, roles, createdAt, revokedAt }) => {
      const state = revokedAt === null ? 'valid' : `revoked ${revokedAt}`
      return [id, name, roles.join(',') || 'no role', `created ${createdAt}`, state].join('\t')
    })
    return { output, messages: [], exitCode: 0 }
  }
  if (await revokeKey(database, command.id)) return { output: [], messages: [], exitCode: 0 }
  return { output: [], messages: [`There is no valid key with the id ${command.id}.`], exitCode: 1 }
}

function readCreate(words: readonly string[]): KeysCommand | undefined {
  const options = { name: { type: 'string' }, role: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args: [...words], options })
    const role = roles.find((each) => each === (values.role ?? 'viewer'))
    if (!values.name || (role === undefined && values.role !== 'none')) return undefined
    return { name: 'create', keyName: values.name, roles: role === undefined ? [] : [role] }
  } catch {
    return undefined
  }
}
