/** What `npm run keys` accepts and prints. */
import { parseArgs } from 'node:util'
import { type Role, roles } from '../../contract/enumerations.ts'
import type { Database } from '../../database/database.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'

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
    const output = (await listKeys(database)).map(({ id, name, roles, createdAt, revokedAt }) => {
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
