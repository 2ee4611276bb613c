/** What a stranger does with the README, without a line of ours. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../server/testing/folder.ts'
import { readme } from './readme.ts'
import { alterations, unaltered } from './testing/alterations.ts'
import { zipOf } from './testing/signed-files.ts'

const program = readme.split('\n').flatMap((line) => (/^ {2}\S| {6}\S/.test(line) ? [line.slice(2)] : []))
const script = program.slice(program.findIndex((line) => line.startsWith('import')))

it('has a program of less than twenty lines', () => {
  expect(script.length).toBeLessThan(20)
  expect(script.length).toBeGreaterThan(10)
})

describe.skipIf(!hasLibrary())('the program in Python', () => {
  it('comes to the same verdict as ours', async () => {
    const folder = await newFolder()
    const inFolder = (name: string) => join(folder, name)
    await writeFile(inFolder('check.py'), `${script.join('\n')}\n`)
    await writeFile(inFolder('jwks.json'), JSON.stringify({ keys: [unaltered.key.jwk] }))
    const says = async (bytes: Uint8Array) => {
      await writeFile(inFolder('a.zip'), bytes)
      try {
        return execFileSync('python3', ['check.py', 'a.zip', 'jwks.json'].map(inFolder), {
          stdio: 'pipe',
        }).toString()
      } catch {
        return 'not genuine'
      }
    }
    expect(await says(unaltered.whole)).toMatch(/^Genuine and complete/)
    for (const { what, bytes } of alterations.filter(({ sentence }) =>
      /^\S+ was changed|^It is signed/.test(String(sentence)),
    ))
      expect({ what, says: await says(bytes) }).toEqual({ what, says: 'not genuine' })
    expect(await says(await zipOf([]))).toBe('not genuine')
  })
})

function hasLibrary(): boolean {
  try {
    execFileSync('python3', ['-c', 'import jwcrypto'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
