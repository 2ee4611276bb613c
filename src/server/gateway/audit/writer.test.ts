/** An audit log on the disk: it goes on after whatever ended the program, and says what it could not hold. */
import fs, { writeFileSync } from 'node:fs'
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newFolder } from '../../testing/folder.ts'
import { jsonLines } from '../../testing/json-lines.ts'
import { chainEntry, fileLines, newChain, verifyChain } from './chain.ts'
import { AuditLog, type AuditOptions, openAuditFile } from './writer.ts'

let directory: string
let file: string

beforeEach(async () => {
  directory = await newFolder()
  file = join(directory, 'audit.log')
})

const openLog = (options: Partial<AuditOptions> = {}) =>
  AuditLog.open({ to: file, copy: 'one', onFault: () => {}, ...options })

const files = async () => {
  const names = (await readdir(directory)).sort()
  return [...names.filter((name) => name !== 'audit.log'), 'audit.log']
}
const verified = async () =>
  verifyChain((await files()).map((name) => ({ name, lines: fileLines(join(directory, name)) })))
const entries = async (name = 'audit.log') => jsonLines(await readFile(join(directory, name), 'utf8'))

it('holds what was written, in order, from start to stop', async () => {
  const audit = await openLog()
  for (let number = 0; number < 2500; number += 1) audit.note({ event: 'read', number })
  await audit.close()
  const [first, ...rest] = await entries()
  expect(first).toMatchObject({ audit: 1, seq: 1, event: 'started', copy: 'one' })
  expect(rest.pop()).toMatchObject({ event: 'stopped', seq: 2502 })
  expect(rest.map(({ number }) => number)).toEqual(Array.from({ length: 2500 }, (_, index) => index))
  const report = await verified()
  expect(report).toMatchObject({ lines: 2502, breaks: [], torn: [], last: audit.end })
})

describe('a restart', () => {
  it('goes on with the chain of the file', async () => {
    for (let start = 0; start < 3; start += 1) await (await openLog()).close()
    expect((await entries()).map(({ event }) => event).join(' ')).toBe(
      'started stopped started stopped started stopped',
    )
    expect(await verified()).toMatchObject({ lines: 6, breaks: [], last: { seq: 6 } })
  })

  it.each([
    ['in the middle of a line', '{"audit":1,"seq":3,"time":"2026'],
    ['in the middle of a character', Buffer.from('{"audit":1,"seq":3,"copy":"ä').subarray(0, -1)],
  ])('after a crash %s keeps what was cut short, and says so', async (_where, rest) => {
    await (await openLog()).close()
    await appendFile(file, rest)
    await (await openLog()).close()
    const report = await verified()
    expect(report).toMatchObject({ breaks: [], torn: [{ line: 3 }], last: { seq: 5 } })
    expect((await readFile(file)).includes(rest)).toBe(true)
  })

  it('after a crash before the line break loses nothing', async () => {
    await (await openLog()).close()
    await writeFile(file, (await readFile(file)).subarray(0, -1))
    await (await openLog()).close()
    expect(await verified()).toMatchObject({ lines: 4, breaks: [], torn: [] })
  })

  it('refuses a file that is no audit log, and leaves it alone', async () => {
    await writeFile(file, 'something\nelse\n')
    await expect(openLog()).rejects.toThrow('it is not an audit log')
    expect(await readFile(file, 'utf8')).toBe('something\nelse\n')
  })
})

describe('a new file', () => {
  it('is begun with each day, and goes on from the one before; a restart too', async () => {
    let now = Date.parse('2026-11-22T23:59:59.999Z')
    for (let start = 0; start < 2; start += 1) {
      const sink = await openAuditFile(file, () => now)
      let { end } = sink.from
      for (let day = 0; day < 3; day += 1) {
        const next = chainEntry(end, { time: 't', event: 'read' })
        await sink.append(`${next.line}\n`, end.seq)
        end = next.end
        now += 24 * 3600_000
      }
      await sink.close()
    }
    const older = [1, 2, 3, 4, 5].map((last) => `audit.log.00000000000${last}`)
    expect(await files()).toEqual([...older, 'audit.log'])
    expect(await verified()).toMatchObject({ lines: 6, breaks: [], last: { seq: 6 } })
  })

  it('goes on from the last one where the program ended between the two', async () => {
    const audit = await openLog()
    await audit.close()
    await writeFile(join(directory, 'audit.log.000000000002'), await readFile(file))
    await rm(file)
    await (await openLog()).close()
    expect(await verified()).toMatchObject({ lines: 4, breaks: [], last: { seq: 4 } })
  })
})

describe('what cannot be written', () => {
  it('ends the program at its start', async () => {
    await expect(openLog({ to: directory })).rejects.toThrow('EISDIR')
  })

  it('is a fault that is told, and that stays: another program changed the file', async () => {
    const faults: (string | null)[] = []
    const audit = await openLog({ onFault: (reason) => faults.push(reason) })
    await appendFile(file, 'x')
    audit.note({ event: 'read' })
    await audit.close()
    expect(audit.fault).toContain('another program')
    expect(faults).toEqual([expect.stringContaining('another program')])
    expect(await readFile(file, 'utf8')).toMatch(/\nx$/)
  })

  it('is taken back where only a part of it was written, and written anew', async () => {
    const append = vi.spyOn(fs, 'appendFileSync')
    const sink = await openAuditFile(file)
    const one = chainEntry(newChain, { time: 't', event: 'read' })
    append.mockImplementationOnce(() => {
      writeFileSync(file, one.line.slice(0, 20))
      throw new Error('ENOSPC')
    })
    await expect(sink.append(`${one.line}\n`, 0)).rejects.toThrow('ENOSPC')
    append.mockRestore()
    await sink.prepare(newChain)
    await sink.append(`${one.line}\n`, 0)
    await sink.close()
    expect(await readFile(file, 'utf8')).toBe(`${one.line}\n`)
  })

  it('since another log has taken its place is a fault, and goes on once that is gone', async () => {
    const audit = await openLog()
    await rename(file, join(directory, 'audit.log.000000000001'))
    const other = chainEntry(newChain, { time: 't', event: 'started' })
    await writeFile(file, `${other.line}\n`)
    await expect(audit.commit({ event: 'read', number: 1 })).rejects.toThrow('replaced the log')
    expect(audit.fault).toContain('replaced the log')
    await rm(file)
    audit.note({ event: 'refused' })
    await audit.close()
    expect((await entries()).map(({ event, lines }) => [event, lines])).toEqual([
      ['reopened', undefined],
      ['lost', 1],
      ['refused', undefined],
      ['stopped', undefined],
    ])
    expect(await verified()).toMatchObject({ lines: 5, breaks: [], gaps: [{ line: 2 }] })
  })
})
