import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keptSecret } from './session-secret.ts'

describe('a secret that nobody gave', () => {
  it('is made once, for its owner only, and the same at the next start', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'custody-secret-'))
    const dataDir = join(directory, 'new', 'data')
    const secrets = await Promise.all([keptSecret(dataDir), keptSecret(dataDir)])
    expect(secrets[0]).toMatch(/^[\da-f]{64}$/)
    expect(new Set([...secrets, await keptSecret(dataDir)]).size).toBe(1)
    expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600)
    await writeFile(join(dataDir, 'session-secret'), 'short')
    await expect(keptSecret(dataDir)).rejects.toThrow('no usable secret')
    await rm(directory, { recursive: true })
  })
})
