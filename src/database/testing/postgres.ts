import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../testing/sockets.ts'

const run = promisify(execFile)

/** Where this machine has PostgreSQL's programs; undefined where it has none. */
export const postgresPrograms: string | undefined = findPrograms()

/** Starts a server on a free loopback port, in a directory of its own. It keeps nothing safe on disk: it is gone after the tests. */
export async function startPostgres(programs: string) {
  const initdb = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const server = await startServer(programs, 'initdb', initdb)
  const { port } = server
  return {
    ...server,
    createDatabase: () => createDatabaseAt(port),
    /** Another server that follows this one, and has all that this one has now. */
    async startStandby() {
      const copy = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-R', '-c', 'fast', '--no-sync']
      const standby = await startServer(programs, 'pg_basebackup', copy)
      return {
        ...standby,
        /** It takes writes from then on. */
        promote: async () => void (await execute(addressAt(standby.port, 'postgres'), 'select pg_promote()')),
      }
    },
  }
}

async function startServer(
  programs: string,
  maker: 'initdb' | 'pg_basebackup',
  parameters: readonly string[],
) {
  const directory = await mkdtemp(join(tmpdir(), 'custody-postgres-'))
  const user = serverUser()
  if (user !== undefined) await chown(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const options = { cwd: directory, ...user }
  await run(join(programs, maker), ['-D', data, ...parameters], options)
  const port = await freePort()
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=Asia/Tokyo',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  )
  await untilReady(server, addressAt(port, 'postgres'))
  let stopped: Promise<void> | undefined
  return {
    port,
    /** At once, as when its machine goes down. */
    stop() {
      stopped ??= (async () => {
        const exited = new Promise((resolve) => server.once('exit', resolve))
        // "Immediate shutdown": nothing in there is wanted any more.
        server.kill('SIGQUIT')
        await exited
        await rm(directory, { recursive: true, force: true })
      })()
      return stopped
    },
  }
}

/** Creates an empty database on the server at a port. English sorts otherwise than the embedded database: an order that is left to the server shows. */
export async function createDatabaseAt(
  port: number,
  form = "locale_provider icu icu_locale 'en-US'",
): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const create = `create database ${name} template template0`
  await execute(addressAt(port, 'postgres'), `${create} ${form}`).catch(() =>
    // Before version 15, or built without ICU.
    execute(addressAt(port, 'postgres'), create),
  )
  return addressAt(port, name)
}

/** To the clients of this database it looks as if the server went down. */
export async function dropDatabase(address: string): Promise<void> {
  const { port, pathname } = new URL(address)
  await execute(addressAt(Number(port), 'postgres'), `drop database ${pathname.slice(1)} with (force)`)
}

/** Stops the processes that serve a database, and the one that takes connections, if asked. Returns what lets them go on. */
export async function hangDatabase(address: string, what: 'connections' | 'server'): Promise<() => void> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     union all select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int where $1`,
    [what === 'server'],
  )
  await client.end()
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

const addressAt = (port: number, database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const candidates = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return candidates.find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  )
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  const end = Date.now() + 30_000
  while (server.exitCode === null && Date.now() < end) {
    if (await execute(address, 'select 1').catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  server.kill('SIGQUIT')
  throw new Error('PostgreSQL did not start.')
}

async function execute(address: string, sql: string): Promise<true> {
  const client = new pg.Client(address)
  // A server that is still starting breaks the connection; that is what the caller waits for.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
    return true
  } finally {
    await client.end()
  }
}

/** Where this machine has PgBouncer; undefined where it has none. Debian puts it where root alone looks. */
export const bouncerProgram: string | undefined = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file))

/** PgBouncer in transaction mode, before a PostgreSQL server of this machine. */
export async function startBouncer(program: string, postgresPort: number) {
  const directory = await mkdtemp(join(tmpdir(), 'custody-pgbouncer-'))
  const user = serverUser()
  if (user !== undefined) await chown(directory, user.uid, user.gid)
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  // Fewer connections than the service opens, so that they change hands between any two transactions.
  const write = (target: number) =>
    writeFile(
      file,
      `[databases]
* = host=127.0.0.1 port=${target} user=postgres
[pgbouncer]
pool_mode = transaction
default_pool_size = 5
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
server_login_retry = 1
`,
    )
  await write(postgresPort)
  const child = spawn(program, ['-q', file], { cwd: directory, stdio: 'ignore', ...user })
  const exited = once(child, 'exit')
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    /** New connections go to another server; those that are open there end with what they have in hand. */
    async lead(target: number) {
      await write(target)
      child.kill('SIGHUP')
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
