import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../server/testing/folder.ts'
import { isWholeSet } from '../testing/cases.ts'
import { DatabaseError, type WorkOptions } from './database.ts'
import { openDatabase } from './open.ts'
import { lockDirectory, startThread } from './pglite.ts'
import { databaseThread, folderWithDatabase } from './testing/databases.ts'

let directory: string

beforeEach(async () => {
  directory = await newFolder()
})

async function otherProcess(): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  return {
    pid: child.pid ?? 0,
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function lockOf(pid: number, started: string | null = null): Promise<void> {
  const holder = { pid, started, host: 'elsewhere', id: 'of another' }
  return writeFile(join(directory, 'service.lock'), JSON.stringify(holder))
}

// To create a database in a new directory takes seconds, and many more on a busy machine.
describe('the embedded database', { timeout: 120_000 }, () => {
  it('keeps its data over a restart, refuses questions once it is closed, and says when the directory is in use', async () => {
    const dataDir = await folderWithDatabase()
    const first = await openDatabase({ dataDir, timeoutSeconds: 60 })
    await first.script("create table kept (word text); insert into kept values ('yes')")
    await expect(openDatabase({ dataDir, timeoutSeconds: 60 })).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid}`,
    )
    await first.close()
    await first.close()
    await expect(first.query('select 1')).rejects.toThrow('is closed')
    await chmod(join(dataDir, 'pglite'), 0o755)
    const second = await openDatabase({ dataDir, timeoutSeconds: 60 })
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'pglite'))).mode & 0o777).toBe(0o700)
    expect(await second.query('select word from kept')).toEqual([{ word: 'yes' }])
    await second.close()
  })

  it('opens again with its data after its thread has ended in the middle of a transaction, which is undone', async () => {
    const thread = databaseThread()
    const reasons: Error[] = []
    const database = await openDatabase(
      { dataDir: await folderWithDatabase(), timeoutSeconds: 60 },
      (reason) => reasons.push(reason),
    )
    await database.script("create table kept (word text); insert into kept values ('yes')")
    const undone = database.transaction(async (queries) => {
      await queries.query("insert into kept values ('undone')")
      const waiting = queries.query('select count(*) from generate_series(1, 1000000000)')
      await thread.end()
      await expect(waiting).rejects.toThrow('ended with code 1')
      await queries.query("insert into kept values ('alone')")
    })
    await expect(undone).rejects.toThrow(DatabaseError)
    expect(await database.query('select word from kept')).toEqual([{ word: 'yes' }])
    expect(reasons).toMatchObject([{ message: expect.stringContaining('ended with code 1') }])
    await database.close()
  })

  it('answers lists first and reports last of what waits, and never what nobody waits for any more', async () => {
    const database = await openDatabase({ dataDir: await folderWithDatabase(), timeoutSeconds: 60 })
    await database.script('create table answered (position serial, word text)')
    const add = (word: string, options: WorkOptions) =>
      database.with(options).query('insert into answered (word) values ($1)', [word])
    const reader = new AbortController()
    const outcomes = await database.transaction(async (queries) => {
      const waiting = Promise.allSettled([
        add('report', { purpose: 'report' }),
        add('sync', { purpose: 'sync' }),
        add('left', { purpose: 'list', signal: reader.signal }),
        add('list', { purpose: 'list' }),
        add('another list', {}),
      ])
      await queries.query("insert into answered (word) values ('transaction')")
      reader.abort(new Error('the reader has gone'))
      await expect(add('too late', { seconds: 0.01 })).rejects.toThrow('busy')
      return { waiting }
    })
    expect((await outcomes.waiting).filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: 'the reader has gone' } },
    ])
    expect(await database.query('select word from answered order by position')).toEqual(
      ['transaction', 'list', 'another list', 'sync', 'report'].map((word) => ({ word })),
    )
    await database.close()
  })

  // To create the files takes five seconds of a processor.
  it.runIf(isWholeSet)('starts anew where a process was killed while it created the files', async () => {
    await mkdir(join(directory, 'pglite'))
    await writeFile(join(directory, 'pglite', 'PG_VERSION'), '18')
    await writeFile(join(directory, 'pglite.creating'), '')
    const database = await openDatabase({ dataDir: directory, timeoutSeconds: 60 })
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
    await database.close()
    expect(existsSync(join(directory, 'pglite.creating'))).toBe(false)
  })

  it('says so when it cannot open its files, and gives the lock back', async () => {
    await mkdir(join(directory, 'pglite'))
    await writeFile(join(directory, 'pglite', 'PG_VERSION'), '18')
    await expect(openDatabase({ dataDir: directory, timeoutSeconds: 60 })).rejects.toThrow(
      /did not open|ended/,
    )
    expect((await readdir(directory)).filter((name) => name.includes('lock'))).toEqual([])
  })
})

describe('lockDirectory', () => {
  it('refuses where a living process holds the lock', async () => {
    const other = await otherProcess()
    try {
      await lockOf(other.pid)
      await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${other.pid} (on elsewhere)`)
    } finally {
      await other.end()
    }
    const unlock = await lockDirectory(directory)
    await unlock()
    expect(await readdir(directory)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'takes over where the process id went to another process',
    async () => {
      const other = await otherProcess()
      try {
        await lockOf(other.pid, '1')
        await (await lockDirectory(directory))()
      } finally {
        await other.end()
      }
    },
  )

  it('takes over a lock with our own process id that we do not hold, as after a restart of a container', async () => {
    await lockOf(process.pid)
    await (await lockDirectory(directory))()
  })

  it('takes over what is no lock at all', async () => {
    await writeFile(join(directory, 'service.lock'), 'half a li')
    await (await lockDirectory(directory))()
  })

  it('never gives the lock to two, whatever earlier processes left behind', async () => {
    for (let round = 0; round < 20; round += 1) {
      await lockOf(999_999_999)
      await cp(join(directory, 'service.lock'), join(directory, 'service.lock.takeover'))
      const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(directory)))
      const given = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      expect(given.length).toBeLessThanOrEqual(1)
      for (const unlock of given) await unlock()
      await (await lockDirectory(directory))()
    }
  })
})

/** A program of a thread, which finds `port` ready. */
function threadProgram(program: string): URL {
  const source = `import { parentPort as port } from 'node:worker_threads'\n${program}`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

const threadOf = (program: string) => startThread(threadProgram(program), {})

const question = { sql: 'select 1', parameters: [] }

/** The thread of PGlite, which answers `count` with the number of rows that it keeps. */
function countingThread(dataDir: string) {
  const pglite = import.meta.resolve('@electric-sql/pglite')
  const worker = new URL('./pglite-worker.js', import.meta.url)
  return startThread(
    threadProgram(`
      import { queryObjects } from 'node:v8'
      import { messages } from '${pglite}'
      // That it is experimental.
      process.removeAllListeners('warning')
      port.on('message', ({ id, sql }) => {
        if (sql === 'count') port.postMessage({ id, rows: queryObjects(messages.DataRowMessage) })
      })
      await import('${worker}')
    `),
    { dataDir },
  )
}

describe('a database thread', () => {
  it('that ends before it is ready does not start', async () => {
    await expect(threadOf('process.exit(1)')).rejects.toThrow('ended with code 1')
    await expect(threadOf("throw new Error('no space')")).rejects.toThrow('did not open: no space')
  })

  // The engine looks through its whole memory for what is kept.
  it.runIf(isWholeSet)('keeps nothing of what it has answered', async () => {
    const thread = await countingThread(await folderWithDatabase())
    await Promise.all(Array.from({ length: 2000 }, () => thread.ask(question)))
    // The last answer may still be on the stack.
    expect(await thread.ask({ sql: 'count', parameters: [] })).toBeLessThan(10)
    await thread.close()
  })
})
