/**
 * `deploy/Containerfile`, built and started from the image's own root: unprivileged, with nothing that it can write to but its data, and over
 * PostgreSQL as in `deploy/compose.yaml`. Its base is a small Debian with this machine's Node, so that no registry is asked.
 */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { root as project } from '../scripts/build-stamp.mjs'
import { onPath } from '../scripts/programs.mjs'
import { postgresPrograms, startPostgres } from '../src/database/testing/postgres.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import { freePort } from '../src/testing/sockets.ts'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)

/** Of the image, as `buildah inspect` has it. */
const image = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      User: z.string(),
      WorkingDir: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

test('the container of deploy/Containerfile starts unprivileged on a read-only root, is healthy, signs in and reads @all', async ({
  request,
}) => {
  test.setTimeout(300_000)
  test.skip(onPath(['buildah']) === undefined, 'buildah is not installed')
  test.skip(onPath(['mmdebstrap']) === undefined, 'mmdebstrap is not installed')
  test.skip(process.getuid?.() !== 0, 'only root can enter the root of an image')
  test.skip(postgresPrograms === undefined, 'PostgreSQL is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'custody-container-'))
  const postgres = await startPostgres(postgresPrograms ?? '')
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
  ]
  const buildah = async (...parameters: string[]) =>
    (await run('buildah', [...storage, ...parameters], { maxBuffer: 2 ** 26 })).stdout.trim()
  try {
    const base = join(folder, 'base.tar')
    await run('mmdebstrap', ['--variant=minbase', '--include=libstdc++6', 'bookworm', base], {
      maxBuffer: 2 ** 26,
    })
    const empty = await buildah('from', 'scratch')
    await buildah('add', empty, base, '/')
    await buildah('copy', empty, process.execPath, '/usr/bin/node')
    await buildah('commit', empty, 'base')
    await copyProduct(join(folder, 'product'))
    await buildah(
      ...['build', '--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base'],
      ...['-f', join(project, 'deploy/Containerfile'), '-t', 'console', join(folder, 'product')],
    )
    const { config } = image.parse(JSON.parse(await buildah('inspect', '--type', 'image', 'console'))).Docker
    expect(config.User).toBe('10001:10001')
    const imageRoot = await buildah('mount', await buildah('from', 'console'))

    const port = await freePort()
    const database = await postgres.createDatabase()
    const environment = [
      ...config.Env,
      ...[
        'HOST=127.0.0.1',
        `PORT=${port}`,
        'DEMO_TRANSACTIONS=200',
        'SESSION_SECRET=a secret for tests; long enough to be one',
      ],
      ...[`DATABASE_URL=${database}`, `SESSION_DATABASE_URL=${database}`],
    ]
    // In mounts of its own, which end with it.
    const enter = `root=$1 user=$2 folder=$3; shift 3
      mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" &&
      mount -t tmpfs -o uid=10001,gid=10001,mode=700 none "$root/data" &&
      exec chroot --userspec="$user" "$root" env -i -C "$folder" "$@"`
    const inImage = (command: readonly string[]) => [
      ...['--mount', 'sh', '-c', enter, 'sh', imageRoot, config.User, config.WorkingDir],
      ...[...environment, ...command],
    ]
    const child = spawn('unshare', inImage(config.Cmd), { stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    try {
      await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready at')
      await run('unshare', inImage(config.Healthcheck.Test.slice(1)))
      const address = `http://127.0.0.1:${port}`
      await request.post(`${address}/session`, { data: { apiKey: viewerKey } })
      const { records } = await (await request.get(`${address}/api/transactions?limit=5`)).json()
      expect(records).toHaveLength(5)
      expect(await (await request.get(address)).text()).toContain('<title>Custody Console')
    } finally {
      child.kill('SIGTERM')
      await exited
    }
  } finally {
    await buildah('umount', '--all').catch(() => {})
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** What `npm ci && npm run build && npm prune --omit=dev` leaves of the project, for an image. */
async function copyProduct(target: string): Promise<void> {
  const { stdout } = await run('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: project }).catch(
    // What it finds beside the dependencies makes it fail.
    (error: { stdout: string }) => error,
  )
  const folders = stdout.split('\n').filter((line) => line.includes('node_modules'))
  for (const path of [
    'package.json',
    'dist/server',
    'dist/console',
    ...folders.map((each) => relative(project, each)),
  ])
    await cp(join(project, path), join(target, path), { recursive: true })
}
