/** The secret that sessions are sealed with. */
import { randomBytes, scryptSync } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from './signing-key.ts'

/**
 * The sealing key of a secret: 32 bytes, the same for every copy of the gateway that has the same secret. Slow on purpose,
 * since an operator may have chosen a phrase.
 */
function sealingKey(secret: string): Buffer {
  return scryptSync(secret, 'custody-console session', 32)
}

/** The sealing keys of an installation's secrets, in their order. */
export function sealingKeys([first, ...others]: readonly [string, ...string[]]): readonly [
  Buffer,
  ...Buffer[],
] {
  return [sealingKey(first), ...others.map(sealingKey)]
}

/**
 * The secret of an installation that was given none: made once, kept in the data directory for its owner's eyes only, so that
 * sessions outlive a restart.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeOnce(file, randomBytes(32).toString('hex'), 0o600)
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 32)
    throw new Error(`${file} contains no usable secret; delete it, and a new one is made`)
  return secret
}
