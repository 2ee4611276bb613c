import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withTables } from './api-documents.ts'
import { openApiDocument } from './openapi.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

it.each(['docs/read-api.md', 'docs/console-api.md'])('%s says what the contract says', async (file) => {
  await expect(withTables(textOf(file))).toMatchFileSnapshot(join(root, file))
})

it('docs/openapi.json says what the contract says', async () => {
  const written = `${JSON.stringify(openApiDocument(), null, 2)}\n`
  await expect(written).toMatchFileSnapshot(join(root, 'docs/openapi.json'))
})

it('every chapter of the specification that the source names is there', () => {
  const chapters = new Set(textOf('docs/read-api.md').match(/(?<=^#+ ).+$/gm))
  const named = ['src', 'e2e', 'bench']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('api-documents.test.ts'))
    .flatMap((file) => [...textOf(file).matchAll(/specification, ((?:(?: and )?"[^"\n]+")+)/gi)])
    .flatMap(([, chapters = '']) => chapters.match(/(?<=")[^"]+(?="(?: and |$))/g) ?? [])
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((chapter) => !chapters.has(chapter))).toEqual([])
})

it('every path that a document names is there', () => {
  const documents = [
    ...['README.md', 'CONTRIBUTING.md', 'deploy/README.md'],
    ...readdirSync(join(root, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  ]
  const named = documents.flatMap((document) => {
    const text = textOf(document)
    const paths = text.match(/(?<=`)(?:src|e2e|scripts|bench|docs|deploy)\/[\w./@-]+(?=`)/g) ?? []
    const links = text.match(/(?<=\]\()[\w./@-]+(?=[#)])/g) ?? []
    return [...paths, ...links.map((link) => join(dirname(document), link))]
  })
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
