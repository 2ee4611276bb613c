import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { keyGroups } from './keys.ts'

const lines = keyGroups.flatMap((group) => group.lines)

test('no key stands for two things', () => {
  const keys = lines.flatMap((line) => line.keys)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('no key begins a pair of keys and does something of its own', () => {
  const keys = lines.flatMap((line) => line.keys)
  const firsts = keys.flatMap((key) => (key.includes(' ') ? [key.split(' ')[0]] : []))
  expect(keys.filter((key) => firsts.includes(key))).toEqual([])
})

test('handlers are given to listed keys alone', async () => {
  const root = new URL('../', import.meta.url)
  const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const users: string[] = []
  for (const file of files)
    if (/\buseShortcuts\b/.test(await readFile(new URL(file, root), 'utf8'))) users.push(file)
  expect(users.sort()).toEqual(['display/keys.ts', 'ui/shortcuts.tsx'])
})
