/** Every class that a view names is in its sheet, and every class of a sheet is named: types tell neither. No selector is tried on every element of a page. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))

const classesOf = new Map(
  texts
    .filter(({ file }) => file.endsWith('.module.css'))
    .map(({ file }) => [
      file,
      new Set(
        textOf(file)
          .replace(/\/\*.*?\*\/|url\([^)]*\)/gs, '')
          .match(/(?<=\.)[a-z]\w*/gi),
      ),
    ]),
)

/** A sheet with those that it imports. */
function textOf(sheet: string): string {
  const { text = '' } = texts.find(({ file }) => file === sheet) ?? {}
  return text.replace(/@import "(.+)";/g, (_, path) => textOf(posix.join(posix.dirname(sheet), path)))
}

const named = texts.flatMap(({ file, text }) =>
  [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].map(([, name = '', path = '']) => ({
    file,
    sheet: posix.join(posix.dirname(file), path),
    classes: new Set(text.match(new RegExp(`(?<=(?<![\\w/])${name}\\.)\\w+`, 'g'))),
    isOpen: text.includes(`${name}[`),
  })),
)

it('no view names a class that its sheet does not have', () => {
  const missing = named.flatMap(({ file, sheet, classes }) =>
    [...classes].filter((one) => !classesOf.get(sheet)?.has(one)).map((one) => `${file}: ${one}`),
  )
  expect(missing).toEqual([])
})

it('no sheet has a class that nothing names', () => {
  const unused = [...classesOf].flatMap(([sheet, classes]) => {
    const users = named.filter((one) => one.sheet === sheet)
    if (users.some(({ isOpen }) => isOpen)) return []
    return [...classes]
      .filter((one) => !users.some((user) => user.classes.has(one)))
      .map((one) => `${sheet}: ${one}`)
  })
  expect(unused).toEqual([])
})

it('only the tokens have colours for each theme', () => {
  const themed = texts.filter(({ file, text }) => file.endsWith('.css') && /\blight-dark\([^)]/.test(text))
  expect(themed.map(({ file }) => file)).toEqual(['ui/tokens.css'])
})

it('no selector looks into every element: a page of rows has thousands, and each change in one would look at all around it', () => {
  const bare = texts
    .filter(({ file }) => file.endsWith('.css'))
    .flatMap(({ file, text }) => [...text.matchAll(/(?<=^|[\s>+~,])\*?:has\(/gm)].map(() => file))
  expect(bare).toEqual([])
})
