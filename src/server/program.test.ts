import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printLines } from './program.ts'

test('each line is printed as one, and no character controls the terminal', () => {
  let printed = ''
  printLines(
    [
      'pack \u001b[2K\u009b1A.csv',
      'a\nb\r\u2028c',
      'right \u202eto left',
      '\ud800',
      'tab\tstays, é and 😀 too',
    ],
    { write: (text) => (printed += text) },
  )
  expect(printed.split('\n')).toEqual([
    'pack \ufffd[2K\ufffd1A.csv',
    'a\ufffdb\ufffd\ufffdc',
    'right \ufffdto left',
    '\ufffd',
    'tab\tstays, é and 😀 too',
    '',
  ])
})

test('no program writes to the terminal another way, logs of JSON aside', () => {
  const writing = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(bin|server)\/.*(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'))
    .filter((file) =>
      /process\.std(out|err)\.write|console\.(log|info|warn|error)\(/.test(
        readFileSync(join('src', file), 'utf8'),
      ),
    )
  expect(writing.sort()).toEqual(['server/gateway/audit/writer.ts', 'server/gateway/log.ts'])
})
