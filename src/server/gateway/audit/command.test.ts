import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readAuditCommand, runAuditCommand } from './chain.ts'
import { AuditLog } from './writer.ts'

it('says what was checked, what breaks and where, and what is not proved', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'custody-audit-'))
  const file = join(directory, 'audit.log')
  const options = { copy: 'one', maxBytes: 1e6, keep: 0, onFault: () => {} }
  const audit = await AuditLog.open({ to: file, ...options })
  for (let rows = 0; rows < 3; rows += 1) audit.note({ event: 'read', rows })
  await audit.close()
  const run = (...words: string[]) => {
    const command = readAuditCommand(['verify', ...words])
    if (command === undefined) throw new Error('no command')
    return runAuditCommand(command, (name) => join(directory, name))
  }

  const whole = await run('audit.log')
  expect(whole.exitCode).toBe(0)
  expect(whole.text).toMatch(/^Read 5 lines in 1 file: number 1 \(\S+Z\) to number 5 \(\S+Z\)\.$/m)
  expect(whole.text).toContain('The chain holds.')
  const noted = /--noted (\S+)/.exec(whole.text)?.[1] ?? ''
  expect(noted).toMatch(/^5:[\da-f]{64}$/)
  expect((await run('audit.log', '--noted', noted)).text).toContain('is in it, unchanged')

  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(join(directory, 'cut.log'), `${lines.slice(0, 4).join('\n')}\n`)
  expect(await run('cut.log')).toMatchObject({ exitCode: 0 })
  expect(await run('cut.log', '--noted', noted)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('is not in it'),
  })
  await writeFile(join(directory, 'changed.log'), lines.join('\n').replace('"rows":1', '"rows":9'))
  expect(await run('changed.log')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('The chain breaks in 1 place:\n  changed.log, line 3: '),
  })
  await writeFile(join(directory, 'later.log'), lines.slice(2).join('\n'))
  expect((await run('later.log')).text).toContain('What came before number 3 was not given')
  await writeFile(join(directory, 'unstopped.log'), `${lines.slice(0, 4).join('\n')}\n`)
  await (await AuditLog.open({ to: join(directory, 'unstopped.log'), ...options })).close()
  expect(await run('unstopped.log')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('lines are missing:\n  unstopped.log, line 5: The gateway had not stopped'),
  })
  await writeFile(join(directory, 'empty.log'), '')
  expect(await run('empty.log')).toMatchObject({ exitCode: 1 })
  await rm(directory, { recursive: true })
})

it.each([
  [],
  ['verify'],
  ['check', 'a'],
  ['verify', 'a', '--noted'],
  ['verify', 'a', '--noted', 'x'],
  ['verify', '--help'],
])('is no command: %s', (...words) => {
  expect(readAuditCommand(words)).toBeUndefined()
})
