/** Whatever is changed in a log shows, and where. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/folder.ts'
import { readAuditCommand, runAuditCommand } from './audit-command.ts'
import { type ChainEnd, chainEntry, continuationOf, lineHash, newChain, verifyChain } from './chain.ts'
import { AuditLog } from './writer.ts'

function written(count: number, from: ChainEnd = newChain, more: object = {}): Buffer[] {
  let end = from
  return Array.from({ length: count }, (_, index) => {
    const next = chainEntry(end, { time: `t${index}`, event: 'read', rows: index, ...more })
    end = next.end
    return Buffer.from(next.line)
  })
}

const check = (lines: readonly Buffer[], noted?: ChainEnd) => verifyChain([{ name: 'a', lines }], noted)

const logAndPlace = fc
  .integer({ min: 3, max: 20 })
  .chain((count) => fc.tuple(fc.constant(written(count)), fc.integer({ min: 0, max: count - 2 })))

describe('a log that nobody touched', () => {
  it('holds, in one file or cut into several', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(20), async (count, at) => {
        const lines = written(count)
        const files = [lines.slice(0, at), lines.slice(at)].map((each, index) => ({
          name: `${index}`,
          lines: each,
        }))
        const report = await verifyChain(files)
        expect(report).toMatchObject({ lines: count, breaks: [], torn: [], hasNoted: null })
        expect(report.last).toMatchObject({ seq: count, hash: lineHash(lines.at(-1) ?? '') })
      }),
    )
  })

  it('may be the later part of one', async () => {
    const report = await check(written(9).slice(4))
    expect(report).toMatchObject({ breaks: [], first: { seq: 5 }, last: { seq: 9 } })
  })
})

describe('what shows, and at which line', () => {
  it('any byte that was changed in a line but the last', async () => {
    await fc.assert(
      fc.asyncProperty(
        logAndPlace,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async ([lines, at], byte, by) => {
          const changed = Buffer.from(lines[at] ?? '')
          const position = byte % changed.length
          changed[position] = (changed[position] ?? 0) ^ by
          const { breaks } = await check(lines.with(at, changed))
          expect(breaks.length).toBeGreaterThan(0)
          // The line, or one of its neighbours, whose number or hash it no longer fits.
          const [{ line } = { line: 0 }] = breaks
          expect(Math.abs(line - (at + 1))).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it.each<[string, (lines: readonly Buffer[], at: number) => Buffer[], RegExp]>([
    ['a line that is missing', (lines, at) => lines.toSpliced(at + 1, 1), /^One line is missing/],
    ['two that are', (lines, at) => lines.toSpliced(at + 1, 2), /^2 lines are missing/],
    [
      'a line that is there twice',
      (lines, at) => lines.toSpliced(at, 0, ...lines.slice(at, at + 1)),
      /repeated|A new log begins/,
    ],
    [
      'two lines that changed places',
      (lines, at) => lines.toSpliced(at + 1, 2, ...lines.slice(at + 1, at + 3).reverse()),
      /^One line is missing/,
    ],
  ])('%s', async (_what, change, what) => {
    await fc.assert(
      fc.asyncProperty(logAndPlace, async ([lines, at]) => {
        fc.pre(at + 3 < lines.length)
        const { breaks } = await check(change(lines, at))
        expect(breaks[0]).toEqual({ file: 'a', line: at + 2, what: expect.stringMatching(what) })
      }),
    )
  })

  it('a log that was written anew from some line on, where a later line was noted', async () => {
    const lines = written(9)
    const noted = { seq: 7, hash: lineHash(lines[6] ?? '') }
    const forged = written(5, { seq: 4, hash: lineHash(lines[3] ?? '') }, { rows: 0 })
    const anew = [...lines.slice(0, 4), ...forged]
    expect(await check(anew)).toMatchObject({ breaks: [] })
    expect((await check(anew, noted)).hasNoted).toBe(false)
    expect((await check(lines, noted)).hasNoted).toBe(true)
    expect((await check(lines.slice(0, 6), noted)).hasNoted).toBe(false)
  })

  it('a new log in the middle of another, and a first line that says there was one before', async () => {
    expect((await check([...written(3), ...written(2)])).breaks).toMatchObject([
      { line: 4, what: expect.stringContaining('new log') },
    ])
    const [line = Buffer.alloc(0)] = written(1, { seq: 0, hash: 'a'.repeat(64) })
    expect((await check([line])).breaks).toMatchObject([{ line: 1 }])
  })
})

describe('a line that a crash cut short', () => {
  it('is no break where the next one says so, and one where it does not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 5 }), fc.nat(), fc.boolean(), async (whole, cut, isSaid) => {
        const lines = written(whole + 1)
        const last = lines.pop() ?? Buffer.alloc(0)
        // Not all of it, and perhaps in the middle of a character.
        const rest = Buffer.concat([last, Buffer.from('ä')]).subarray(0, cut % last.length)
        const goesOn = continuationOf([...lines, rest].slice(-2))
        expect(goesOn).toMatchObject({ torn: true, end: { seq: whole + 1 } })
        const after = written(2, goesOn?.end, isSaid ? { torn: true } : {})
        const { breaks, torn } = await check([...lines, rest, ...after])
        expect(isSaid ? torn : breaks).toMatchObject([{ line: whole + 1 }])
        expect(isSaid ? breaks : torn).toEqual([])
      }),
    )
  })

  it('is told at the end of a log, where nothing follows yet', async () => {
    const report = await check([...written(2), Buffer.from('{"audit":1,"se')])
    expect(report).toMatchObject({ breaks: [], torn: [{ line: 3 }], last: { seq: 2 } })
  })
})

it('has a line that shows as what it is: no character that hides, turns or breaks text', () => {
  const entry = { event: 'read', name: 'Ana\u202e\u0085\u200b\u2028\u{e0041}é🔑' }
  const { line } = chainEntry(newChain, { time: 't', ...entry })
  expect(line).toContain('Ana\\u202e\\u0085\\u200b\\u2028\\udb40\\udc41é🔑')
  expect(JSON.parse(line)).toMatchObject(entry)
})

it('says what was checked, what breaks and where, and what is not proved', async () => {
  const directory = await newFolder()
  const file = join(directory, 'audit.log')
  const options = { copy: 'one', onFault: () => {} }
  const audit = await AuditLog.open({ to: file, ...options })
  for (let rows = 0; rows < 3; rows += 1) audit.note({ event: 'read', rows })
  await audit.close()
  const run = async (...words: string[]) => {
    const command = readAuditCommand(['verify', ...words])
    if (command === undefined) throw new Error('no command')
    const { lines, exitCode } = await runAuditCommand(command, (name) => join(directory, name))
    return { text: lines.join('\n'), exitCode }
  }

  const whole = await run('audit.log')
  expect(whole.exitCode).toBe(0)
  expect(whole.text).toMatch(/^Read 5 lines in 1 file: number 1 \(\S+Z\) to number 5 \(\S+Z\)\.$/m)
  expect(whole.text).toContain('The chain holds: ')
  const noted = /--noted (\S+)/.exec(whole.text)?.[1] ?? ''
  expect(noted).toMatch(/^5:[\da-f]{64}$/)
  for (const words of [
    ['audit.log', '--noted', noted],
    ['--noted', noted, 'audit.log'],
  ])
    expect((await run(...words)).text).toContain('is in it, unchanged')

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
  expect((await run('later.log')).text).toContain('Lines before number 3 were not given')
  // As a shell lists audit.log*: the newest first, since it has no number.
  await writeFile(join(directory, 'days.log.000000000002'), `${lines.slice(0, 2).join('\n')}\n`)
  await writeFile(join(directory, 'days.log.000000000004'), `${lines.slice(2, 4).join('\n')}\n`)
  await writeFile(join(directory, 'days.log'), lines.slice(4).join('\n'))
  expect(await run('days.log', 'days.log.000000000004', 'days.log.000000000002')).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/^Read 5 lines in 3 files: number 1 /),
  })
  await writeFile(join(directory, 'unstopped.log'), `${lines.slice(0, 4).join('\n')}\n`)
  await (await AuditLog.open({ to: join(directory, 'unstopped.log'), ...options })).close()
  expect(await run('unstopped.log')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining(
      'lines are missing:\n  unstopped.log, line 5: The gateway did not shut down cleanly',
    ),
  })
  await writeFile(join(directory, 'empty.log'), '')
  expect(await run('empty.log')).toMatchObject({ exitCode: 1 })
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
