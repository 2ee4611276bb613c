import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../testing/folder.ts'
import { fingerprintOf, installationSecret, keyRing } from './sealing.ts'
import { writeOnce } from './signing-key.ts'

it('fingerprints a key otherwise under another secret', () => {
  const [one, other] = ['one secret', 'another secret'].map((secret) =>
    fingerprintOf(keyRing([secret]), 'the same key'),
  )
  expect(one).toMatch(/^\w{16}$/)
  expect(one).not.toBe(other)
})

describe('a secret that nobody gave', () => {
  it('is made once, for its owner only, and the same at the next start', async () => {
    const directory = await newFolder()
    const dataDir = join(directory, 'new', 'data')
    const secrets = await Promise.all([installationSecret(dataDir), installationSecret(dataDir)])
    expect(secrets[0]).toMatch(/^[\da-f]{64}$/)
    expect(new Set([...secrets, await installationSecret(dataDir)]).size).toBe(1)
    expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600)
    await writeFile(join(dataDir, 'session-secret'), 'short')
    await expect(installationSecret(dataDir)).rejects.toThrow('no usable secret')
  })

  it('is there only once it is whole, for another program that starts meanwhile', async () => {
    const directory = await newFolder()
    const file = join(directory, 'kept')
    const content = 'x'.repeat(4 * 2 ** 20)
    const writing = writeOnce(file, content, 0o600)
    let seen = null
    while (seen === null) seen = await stat(file).catch(() => null)
    expect(seen.size).toBe(content.length)
    await writing
    await writeOnce(file, 'another', 0o600)
    expect((await stat(file)).size).toBe(content.length)
    expect(await readdir(directory)).toEqual(['kept'])
  })
})
