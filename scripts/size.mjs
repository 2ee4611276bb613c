/**
 * `npm run size`: what a browser loads for each page, compressed, and in how many files, against a budget. Pages are what the build
 * made a lazy route of named `…Page.tsx`; the budgets are in `budgets.json`, in bytes, fonts apart since they are loaded once for all
 * pages.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import budgets from './budgets.json' with { type: 'json' }
import { dist } from './build-stamp.mjs'

/**
 * One file of the build, as Vite's manifest lists it.
 * @typedef {{ name?: string, file: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[], css?: string[], assets?: string[] }} Chunk
 */

const directory = join(dist, 'console')
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'))

/** @type {Record<string, number>} */
const ownBudgets = budgets.pages
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
const pages = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && key.endsWith('Page.tsx'))

const rows = [
  row('(every page)', entries, budgets.shell),
  ...pages.map((page) => row(page, [...entries, page], ownBudgets[page] ?? budgets.page)),
  // Every page fetches it after its first rows.
  addition('(address book)', chunk('addresses'), budgets.addressBook),
  fontsRow(),
]
const over = rows.filter(({ bytes, budget, files }) => bytes > budget || files > budgets.files)
for (const line of rows) {
  const { name, bytes, budget, files } = line
  console.log(
    `${over.includes(line) ? 'OVER' : 'ok  '} ${name.padEnd(52)} ${kib(bytes)} of ${kib(budget)} KiB in ${files} of ${budgets.files} files`,
  )
}
if (over.length > 0) {
  console.error(
    `Over budget: ${over.map(({ name }) => name).join(', ')}. Make it smaller, or change scripts/budgets.json.`,
  )
  process.exitCode = 1
}

function row(/** @type {string} */ name, /** @type {string[]} */ keys, /** @type {number} */ budget) {
  const files = new Set(['index.html', ...loaded(keys)])
  return { name, budget, files: files.size, bytes: sum([...files].map(compressedSize)) }
}

function addition(/** @type {string} */ name, /** @type {string} */ key, /** @type {number} */ budget) {
  const there = new Set(loaded(entries))
  const files = loaded([key]).filter((file) => !there.has(file))
  return { name, budget, files: files.length, bytes: sum(files.map(compressedSize)) }
}

function chunk(/** @type {string} */ name) {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === name)
  if (key === undefined) throw new Error(`the build has no chunk "${name}"`)
  return key
}

/** What every page preloads: a font is counted as it is, since it is compressed already. Further letters come on top where they occur. */
function fontsRow() {
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const fonts = [...page.matchAll(/assets\/[\w.-]+\.woff2/g)].map(([file]) => file)
  return {
    name: '(fonts)',
    budget: budgets.fonts,
    files: fonts.length,
    bytes: sum(fonts.map(compressedSize)),
  }
}

/** The scripts and styles that are loaded with some chunks: theirs, and those of all that they import at once. */
function loaded(/** @type {string[]} */ keys) {
  /** @type {Set<string>} */
  const seen = new Set()
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return
    seen.add(key)
    manifest[key]?.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...seen].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat())
}

/** Bytes on the wire: the brotli form where the build made one. */
function compressedSize(/** @type {string} */ file) {
  const compressed = join(directory, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(directory, file)).size
}

function sum(/** @type {number[]} */ numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function kib(/** @type {number} */ bytes) {
  return (bytes / 1024).toFixed(1).padStart(6)
}
