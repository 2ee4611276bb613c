/** The linter's rules for what may import what (biome.json): that they let through what the house allows, and nothing else. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))

/** A file that there could be, what it may import, and what it may not. */
const rooms: readonly (readonly [file: string, allowed: readonly string[], forbidden: readonly string[]])[] =
  [
    ['src/contract/x.ts', ['./errors.ts'], ['../api/request.ts', '../ui/Button.tsx']],
    [
      'src/chains/x.ts',
      ['./chain.ts', './encoding/base58.ts'],
      ['../contract/errors.ts', '../api/records.ts'],
    ],
    [
      'src/ui/x.ts',
      ['./Button.tsx'],
      ['../contract/errors.ts', '../records/Amount.tsx', '../list/use-list.ts'],
    ],
    ['src/url/x.ts', ['./lists.ts', '../contract/errors.ts'], ['../api/records.ts', '../list/use-list.ts']],
    [
      'src/api/walk/x.ts',
      ['../request.ts', '../../contract/errors.ts'],
      ['../../ui/Button.tsx', '../../url/lists.ts'],
    ],
    [
      'src/addresses/x.ts',
      ['../chains/index.ts', '../api/records.ts'],
      ['../ui/Button.tsx', '../features/export/write/run.ts'],
    ],
    [
      'src/records/x.ts',
      ['../ui/Button.tsx', '../addresses/book.ts'],
      ['../list/use-list.ts', '../features/count/index.ts'],
    ],
    [
      'src/list/find/x.ts',
      ['../use-list.ts', '../../records/Amount.tsx'],
      ['../../features/export/index.ts', '../../app/App.tsx'],
    ],
    [
      'src/features/x/x.ts',
      ['./y.ts', '../export/index.ts', '../../list/use-list.ts'],
      ['../export/write/run.ts', '../../app/App.tsx', '../../server/settings.ts', '../../bin/main.ts'],
    ],
    [
      'src/features/export/verify/x.ts',
      ['../facts.ts', '../write/csv.ts', '../../count/index.ts'],
      ['../../count/tally.ts', '../../../app/App.tsx'],
    ],
    [
      'src/app/x.ts',
      ['../features/check/CheckPage.tsx', '../list/Freshness.tsx'],
      ['../server/settings.ts', '../bin/main.ts'],
    ],
    [
      'src/server/service/x.ts',
      ['../../contract/errors.ts', '../demonstration/generate.ts'],
      ['../gateway/gateway.ts', '../../api/request.ts'],
    ],
    [
      'src/server/demonstration/x.ts',
      ['../../chains/index.ts'],
      ['../service/start.ts', '../gateway/gateway.ts'],
    ],
    [
      'src/server/gateway/x.ts',
      ['../../contract/errors.ts', '../settings.ts', '../../url/pages.ts'],
      ['../service/start.ts', '../../api/request.ts', '../../url/lists.ts'],
    ],
  ]

const cases = rooms.flatMap(([file, allowed, forbidden]) => [
  ...allowed.map((path) => ({ file, path, isAllowed: true })),
  ...forbidden.map((path) => ({ file, path, isAllowed: false })),
])

test('a room imports what it may, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'custody-console-arrows-'))
  try {
    const { vcs: _, ...rules } = JSON.parse(await readFile(new URL('../biome.json', import.meta.url), 'utf8'))
    await writeFile(join(root, 'biome.json'), JSON.stringify(rules))
    for (const [index, { file, path }] of cases.entries()) {
      const named = join(root, file.replace('x.ts', `x${index}.ts`))
      await mkdir(dirname(named), { recursive: true })
      await writeFile(named, `export * from '${path}'\n`)
    }
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: root, encoding: 'utf8' },
    )
    const refused = cases.filter(({ file }, index) => stdout.includes(file.replace('x.ts', `x${index}.ts`)))
    expect(refused).toEqual(cases.filter(({ isAllowed }) => !isAllowed))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
