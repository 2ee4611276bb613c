import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../../contract/enumerations.ts'
import type { DatabaseRow, Queries } from '../../database/database.ts'

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

export async function listKeys(queries: Queries): Promise<readonly ReturnType<typeof asKey>[]> {
  const rows = await queries.query<KeyColumn>(`select ${keyColumns} from api_key order by created_at, key_id`)
  return rows.map(asKey)
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
