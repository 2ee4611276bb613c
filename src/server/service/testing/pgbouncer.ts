import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../../../testing/sockets.ts'
import { serverUser } from './postgres.ts'

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
