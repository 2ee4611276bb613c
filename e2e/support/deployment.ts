/** The product as `deploy/` sets it up: the very files that are there, with ports, paths and names filled in. */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { findProxy } from '../../scripts/programs.mjs'
import { postgresPrograms, startPostgres } from '../../src/database/testing/postgres.ts'
import { createAuthority } from '../../src/server/testing/certificates.ts'
import { freePort } from '../../src/testing/sockets.ts'
import { type Product, startGatewayBefore } from './product.ts'
import { expect } from './test.ts'

/** One installation: copies of the gateway that share their secrets, and the proxy before them. */
export interface Deployment {
  readonly proxySecret: string
  /** Starts one more copy, with the settings of the unit and of `settings.env`. */
  startCopy(environment: Readonly<Record<string, string>>): Promise<Product>
  /** Starts a PostgreSQL for what the copies share; the address of an empty database. */
  startDatabase(): Promise<string>
  startProxy(file: ProxyFile, copies: readonly Pick<Product, 'address'>[]): Promise<RunningProxy>
  stop(): Promise<void>
}

type ProxyFile = 'Caddyfile' | 'two-copies.Caddyfile' | 'nginx.conf'

export async function createDeployment(serviceAddress: string): Promise<Deployment> {
  const proxySecret = randomBytes(32).toString('hex')
  const { privateKey } = generateKeyPairSync('ed25519')
  // The test sets ports and paths itself.
  const { PORT: _p, METRICS_PORT: _m, DATA_DIR: _d, AUDIT_LOG: _a, ...unit } = await settingsOfUnit()
  const settings = {
    ...unit,
    ...parseEnv(await deployFile('settings.env')),
    // A copy is asked past the proxy as well.
    ALLOWED_HOSTS: `${host},127.0.0.1`,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    PROXY_SECRET: proxySecret,
    SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    CUSTODY_API_URL: serviceAddress,
  }
  const started: { stop(): Promise<void> }[] = []
  async function kept<Started extends { stop(): Promise<void> }>(
    starting: Promise<Started>,
  ): Promise<Started> {
    const running = await starting
    started.unshift(running)
    return running
  }
  return {
    proxySecret,
    startCopy: (environment) => kept(startGatewayBefore(serviceAddress, { ...settings, ...environment })),
    startDatabase: async () => (await kept(startPostgres(postgresPrograms ?? ''))).createDatabase(),
    startProxy: (file, copies) => kept(startProxy(file, proxySecret, copies)),
    async stop() {
      for (const each of started) await each.stop()
    },
  }
}

async function settingsOfUnit() {
  const unit = await deployFile('custody-console@.service')
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line.replaceAll(' ', '\n'))
  return parseEnv(lines.join('\n'))
}

function deployFile(name: string): Promise<string> {
  return readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
}

/** The name for which the certificate is: no proxy here has the one that stands in the files. */
const host = 'localhost'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface RunningProxy {
  readonly address: string
  readonly plainAddress: string
  /** Asks over TLS, which is checked, as a caller at an address of this machine; all of 127.0.0.0/8 are. */
  ask(
    path: string,
    options?: { method?: string; from?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>
  stop(): Promise<void>
}

async function startProxy(
  file: ProxyFile,
  proxySecret: string,
  copies: readonly Pick<Product, 'address'>[],
): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'custody-console-proxy-'))
  const authority = await createAuthority()
  const { cert, key } = await authority.issue(host)
  const [plainPort, port] = [await freePort(), await freePort()]
  // Where nginx runs as root, its workers are somebody else.
  await chmod(directory, 0o755)
  await writeFile(join(directory, `${host}.pem`), cert)
  await writeFile(join(directory, `${host}.key`), key)
  const filled = (await deployFile(file))
    .replaceAll(/\/(?:etc|var\/log)\/(?:caddy|nginx)\//g, `${directory}/`)
    .replaceAll('console.example', host)
    .replaceAll(/127\.0\.0\.1:(?:8080|8082)/g, (named) => {
      const copy = copies[named.endsWith('8080') ? 0 : 1]
      return copy === undefined ? named : new URL(copy.address).host
    })
  const start = file === 'nginx.conf' ? startNginx : startCaddy
  const child = await start({ directory, filled, plainPort, port, secret: proxySecret })
  const exited = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })

  const ask: RunningProxy['ask'] = (path, { method = 'GET', from, headers, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      httpsRequest(
        {
          hostname: '127.0.0.1',
          port,
          path,
          method,
          servername: host,
          ca: authority.cert,
          agent: false,
          headers: { host: `${host}:${port}`, ...headers },
          ...(from !== undefined && { localAddress: from }),
        },
        (answer) => {
          text(answer).then(
            (read) => resolve({ status: answer.statusCode, headers: answer.headers, body: read }),
            reject,
          )
        },
      )
        .on('error', reject)
        .end(body)
    })
  await expect
    .poll(() => (child.exitCode === null ? ask('/healthz').then(({ status }) => status, String) : errors))
    .toBe(200)
  return {
    address: `https://${host}:${port}`,
    plainAddress: `http://${host}:${plainPort}`,
    ask,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface ProxyStart {
  readonly directory: string
  readonly filled: string
  readonly plainPort: number
  readonly port: number
  readonly secret: string
}

async function startCaddy({ directory, filled, plainPort, port, secret }: ProxyStart) {
  const options = ['admin off', 'default_bind 127.0.0.1']
  const ports = [`http_port ${plainPort}`, `https_port ${port}`]
  const config = join(directory, 'Caddyfile')
  await writeFile(join(directory, 'console-secret'), `header_up x-proxy-secret ${secret}\n`)
  await writeFile(config, `{\n${[...options, ...ports].join('\n')}\n}\n${filled}`)
  return spawn(findProxy('caddy') ?? '', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function startNginx({ directory, filled, plainPort, port, secret }: ProxyStart) {
  const site = filled
    .replaceAll(/ *listen \[::\]:.*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  const config = join(directory, 'nginx.conf')
  await writeFile(join(directory, 'console-secret'), `proxy_set_header x-proxy-secret ${secret};\n`)
  await writeFile(join(directory, 'site.conf'), site)
  await writeFile(
    config,
    // As Debian's own configuration does, where it bears on ours.
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr; events {}
     http { ${own.join(' ')} gzip on; access_log off; include ${directory}/site.conf; }`,
  )
  return spawn(findProxy('nginx') ?? '', ['-e', 'stderr', '-p', directory, '-c', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
