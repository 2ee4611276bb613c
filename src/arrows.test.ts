/** What may import what: one table, held against every import, those of types and styles included. And each exported name is held to one file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const react = ['react', 'react-dom', 'react-router-dom', 'lucide-react']
const queries = '@tanstack/react-query'
const codes = ['@noble/hashes', '@scure/base']

const display = ['display', 'ui', 'addresses', 'chains', 'url', 'api', 'sync/service', 'contract']
const kits = ['kits', 'evidence', 'files', 'reports', 'list', 'search', ...display]
const everything = ['src', 'bench']
/** End-to-end tests import what they need. Their names are held, with all others, to one file each. */
const folders = [...everything, 'e2e']

/**
 * The rooms: folders below `src`, or single files; a file belongs to the longest that fits. Its files import each other, what stands here of
 * other rooms, and these libraries.
 */
const rooms: Readonly<Record<string, { rooms: readonly string[]; libraries: readonly string[] }>> = {
  contract: { rooms: [], libraries: ['zod'] },
  chains: { rooms: [], libraries: codes },
  evidence: { rooms: ['contract'], libraries: ['zod', 'jose', '@noble/hashes', 'fflate'] },
  'evidence/testing': {
    rooms: ['evidence', 'server/gateway', 'contract'],
    libraries: ['node', 'zod', 'jose', 'fflate'],
  },
  url: { rooms: ['contract'], libraries: [] },
  'sync/service': { rooms: ['contract'], libraries: [] },
  // Rules of balances: of what is read, and of what is reported.
  ledger: { rooms: ['contract'], libraries: [] },
  // What is otherwise in a record than it was: for the store, as it comes, and for reports of two accounts.
  changes: { rooms: ['ledger/group-by.ts', 'contract'], libraries: [] },
  'ledger/testing': { rooms: ['ledger', 'sync/service', 'contract'], libraries: [] },
  sync: { rooms: ['sync/service', 'store', 'ledger', 'contract'], libraries: [] },
  // What reports say of values stands with what the screen says of them.
  reports: {
    rooms: [
      ...['ledger', 'store', 'changes', 'files', 'evidence', 'url', 'addresses', 'chains', 'contract'],
      ...['sync/service/normalise.ts'],
      ...['display/labels.ts', 'display/instant.ts', 'display/untrusted-text.ts', 'display/dates.ts'],
    ],
    libraries: codes,
  },
  'reports/testing': {
    rooms: ['reports', 'ledger', 'ledger/testing', 'sync/service', 'store', 'database', 'url', 'contract'],
    libraries: [],
  },
  'sync/testing': { rooms: ['sync', 'sync/service', 'store', 'database', 'contract'], libraries: [] },
  api: { rooms: ['sync/service', 'contract'], libraries: ['react', queries] },
  addresses: { rooms: ['chains', 'contract', 'sync/service/normalise.ts'], libraries: [] },
  // What a typed text says: read by the gateway, by the finder and by fields of amounts.
  search: {
    rooms: ['addresses', 'url/periods.ts', 'list/rank.ts', 'contract'],
    libraries: codes,
  },
  files: {
    rooms: ['url', 'sync/service', 'contract'],
    libraries: ['@noble/hashes', 'fflate'],
  },
  // Amounts are shown and sorted by the digits that they are added up by.
  ui: {
    rooms: ['contract/count-text.ts', 'contract/decimal.ts', 'contract/sort-key.ts'],
    libraries: [...react, '@tanstack/react-table'],
  },
  display: { rooms: display, libraries: react },
  list: {
    rooms: ['search', ...display],
    libraries: [...react, queries, '@tanstack/react-table'],
  },
  // What several pages are made of.
  kits: { rooms: kits, libraries: [...react, queries] },
  pages: { rooms: kits, libraries: [...react, queries] },
  app: { rooms: ['pages', 'kits', 'list', ...display], libraries: [...react, queries] },
  'main.tsx': { rooms: ['app', 'api', 'ui'], libraries: [...react, queries] },
  database: { rooms: ['testing'], libraries: ['node', 'pg', '@electric-sql/pglite', 'zod'] },
  store: {
    rooms: [
      ...['database', 'changes', 'chains', 'contract'],
      ...['sync/service/normalise.ts', 'sync/service/service-profile.ts'],
    ],
    libraries: ['node', 'zod'],
  },
  server: { rooms: ['contract'], libraries: ['node', 'fastify', 'zod'] },
  'server/demonstration': {
    rooms: ['chains', 'contract', 'server/service/tables.ts'],
    libraries: codes,
  },
  'server/service': {
    rooms: ['server', 'database', 'contract', 'server/demonstration', 'testing'],
    libraries: ['node', 'fastify', 'zod'],
  },
  'server/gateway': {
    rooms: [
      ...['server', 'database', 'store', 'sync', 'sync/service', 'reports', 'files', 'evidence', 'search'],
      ...['contract', 'url/pages.ts', 'list/rank.ts', 'package.json'],
      // What messages to webhooks say of a change, and where they lead.
      ...['display/change-words.ts', 'display/labels.ts'],
      ...['url/hrefs.ts', 'url/changes.ts'],
    ],
    libraries: [
      ...['node', 'fastify', '@fastify/rate-limit', '@fastify/static'],
      ...['zod', 'pg', 'undici', 'jose', 'openid-client', 'prom-client'],
    ],
  },
  'server/compose.ts': {
    rooms: ['server', 'database', 'server/gateway', 'server/service'],
    libraries: ['node', 'fastify'],
  },
  // Which set of tests runs, and what tests of all rooms share.
  testing: { rooms: [], libraries: [] },
  'server/testing': { rooms: everything, libraries: [] },
  'server/gateway/testing': {
    rooms: ['testing', 'server', 'server/gateway', 'database', 'store', 'contract'],
    libraries: [],
  },
  bin: {
    rooms: [
      'database',
      'store',
      'server',
      'server/compose.ts',
      'server/gateway',
      'server/service',
      'evidence',
      'contract',
    ],
    libraries: ['node', 'fastify', 'vite'],
  },
  bench: { rooms: [...everything, 'scripts'], libraries: ['node', 'autocannon'] },
}

/** Why a file may not import what it names so; undefined where it may. */
function faultOf(file: string, name: string): string | undefined {
  const room = roomOf(file)
  const allowed = rooms[room]
  if (allowed === undefined) return `${file} is in no room of the table`
  if (!name.startsWith('.')) {
    const isAllowed = isTestCode(file) || allowed.libraries.includes(libraryOf(name))
    return isAllowed ? undefined : `${file} imports ${name}: ${room} may use ${listed(allowed.libraries)}`
  }
  const target = posix.join(posix.dirname(file), name)
  if (isOfOtherPage(file, target)) return `${file} imports ${target}: no page imports another`
  const isAllowed = [room, ...allowed.rooms].some(
    (one) => one === roomOf(target) || target === `src/${one}` || one === target.split('/')[0],
  )
  return isAllowed ? undefined : `${file} imports ${target}: ${room} may import ${listed(allowed.rooms)}`
}

function isOfOtherPage(file: string, target: string): boolean {
  const [page, other] = [file, target].map((path) => /^src\/pages\/([^/]+)/.exec(path)?.[1])
  return page !== undefined && other !== undefined && page !== other
}

function roomOf(file: string): string {
  const path = file.replace(/^src\//, '')
  const fitting = Object.keys(rooms).filter((room) => `${path}/`.startsWith(`${room}/`))
  return fitting.sort((one, other) => other.length - one.length)[0] ?? path
}

function libraryOf(name: string): string {
  if (name.startsWith('node:')) return 'node'
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : `${names.join(', ')} alone`
}

/** Tests import what they test, wherever it is; what they share keeps to its room and uses any library. */
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isTestCode = (file: string) => /\/testing\//.test(file)

const root = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  readonly name: string
  /** Whether nothing of it is left in the program. */
  readonly isType: boolean
}

const imports: ReadonlyMap<string, readonly Import[]> = new Map(
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        posix.join(folder, file.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => /\.(tsx?|m?js)$/.test(file))
    .map((file) => [file, importsOf(file)]),
)

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const loaded = new Set(
    dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  )
  return [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ name: moduleRequest.value, isType }] : [],
      ),
    ),
    ...[...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) => ({
      name,
      isType: !loaded.has(name),
    })),
  ]
}

it('every file imports what its room may import, and nothing else', () => {
  const faults = [...imports].flatMap(([file, names]) =>
    isTest(file) || file.startsWith('e2e/') ? [] : names.flatMap(({ name }) => faultOf(file, name) ?? []),
  )
  expect([...new Set(faults)]).toEqual([])
})

it('files import each other in no circle, types included', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || done.has(file)) return
    for (const { name } of imports.get(file) ?? [])
      if (name.startsWith('.')) visit(posix.join(posix.dirname(file), name), [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  expect(circles).toEqual([])
})

it('each exported name belongs to one file, default exports aside', () => {
  const homes = new Map<string, string[]>()
  for (const file of imports.keys())
    if (!isTest(file)) for (const name of exportsOf(file)) homes.set(name, [...(homes.get(name) ?? []), file])
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([])
})

/** Those of other files that it passes on included. */
function exportsOf(file: string): readonly string[] {
  const { staticExports } = parseSync(file, readFileSync(join(root, file), 'utf8')).module
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { kind, name } }) => (kind === 'Name' && name ? [name] : [])),
  )
}

it('the packages that a server needs are the ones that its programs load', () => {
  const programs = ['audit', 'keys', 'main', 'records', 'service', 'verify', 'webhooks'].map(
    (name) => `src/bin/${name}.ts`,
  )
  // Runs in a thread of its own, so that nothing imports it.
  const loaded = new Set([...programs, 'src/database/pglite-worker.js'])
  const libraries = new Set<string>()
  for (const file of loaded)
    for (const { name, isType } of imports.get(file) ?? [])
      if (name.startsWith('.') && !isType) loaded.add(posix.join(posix.dirname(file), name))
      else if (!isType && libraryOf(name) !== 'node') libraries.add(libraryOf(name))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual([...libraries].sort())
})

it.each([
  ['src/ui/x.ts', './Button.tsx', '../contract/errors.ts'],
  ['src/api/x.ts', '../contract/errors.ts', 'node:fs'],
  ['src/pages/x/y.ts', '../../kits/totals/use-totals.tsx', '../z/z.ts'],
  ['src/files/x.ts', '../url/periods.ts', '../display/dates.ts'],
  ['src/server/gateway/x.ts', '../../url/pages.ts', '../../url/lists.ts'],
])('lets %s import %s, and refuses %s', (file, allowed, refused) => {
  expect(faultOf(file, allowed)).toBeUndefined()
  expect(faultOf(file, refused)).toContain(`${file} imports`)
})
