import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Refusal } from '../http.ts'
import { isHttps } from './origin.ts'
import { writeOnce } from './signing-key.ts'

/** One for each secret. The first one seals; all of them open. */
export type KeyRing = readonly [PurposeKeys, ...PurposeKeys[]]

type PurposeKeys = Readonly<ReturnType<typeof purposeKeys>>

export function keyRing([first, ...others]: readonly [string, ...string[]]): KeyRing {
  return [purposeKeys(first), ...others.map(purposeKeys)]
}

/** No key has two purposes. */
function purposeKeys(secret: string) {
  // Slow on purpose: a secret may be a phrase.
  const root = scryptSync(secret, 'custody-console session', 32)
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32))
  return {
    sessionCookie: keyFor('session cookie'),
    signInCookie: keyFor('sign-in cookie'),
    pageFingerprint: keyFor('session mark'),
    sessionOwner: keyFor('session owner'),
    sessionFingerprint: keyFor('session fingerprint'),
    keyFingerprint: keyFor('key fingerprint'),
    filterDigest: keyFor('filter digest'),
  }
}

/** Without SESSION_SECRET: made once and kept in the data directory, readable by its owner alone. */
export async function installationSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeOnce(file, randomBytes(32).toString('hex'), 0o600)
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 32)
    throw new Error(`${file} contains no usable secret; delete it, and a new one is made`)
  return secret
}

/** Without the key, nobody can guess a value from its digest. */
export function keyedDigest(key: Buffer, ...values: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')
}

export function fingerprintOf([{ keyFingerprint }]: KeyRing, apiKey: string): string {
  return keyedDigest(keyFingerprint, apiKey).slice(0, 16)
}

export interface ReceivedCookie {
  /** Named `__Host-…`: browsers accept it only from this very host, over HTTPS. */
  readonly secure: boolean
  readonly text: string
}

/** Browsers drop a cookie above 4096 bytes; some count its attributes, which take less than a hundred. */
const largestCookie = 3996

/** Has two names: `name` for plain HTTP, which other hosts of the domain can set too, and one for HTTPS. */
export function createCookie(name: string, sameSite: 'Lax' | 'Strict') {
  const nameOf = (secure: boolean) => (secure ? `__Host-${name}` : name)
  /** One name may occur several times. */
  const receivedIn = ({ headers }: FastifyRequest): readonly ReceivedCookie[] =>
    (headers.cookie ?? '').split(';').flatMap((pair) => {
      // `trim` would also take a no-break space, with which another host can set a name that only looks like `__Host-…`.
      const [given, text = ''] = pair.replace(/^[ \t]+/, '').split('=')
      return [true, false].filter((secure) => nameOf(secure) === given).map((secure) => ({ secure, text }))
    })
  return {
    nameOf,
    receivedIn,
    /** Over HTTPS only the `__Host-` name counts. A browser sends it nowhere else, so it also proves HTTPS where no proxy says so. */
    countedIn(request: FastifyRequest): readonly ReceivedCookie[] {
      const received = receivedIn(request)
      const secure = received.filter((cookie) => cookie.secure)
      return isHttps(request) || secure.length > 0 ? secure : received
    },
    /** `lifetime`: attributes; none for as long as the browser runs. */
    set(reply: FastifyReply, { secure, text }: ReceivedCookie, lifetime = ''): void {
      reply.header(
        'set-cookie',
        `${nameOf(secure)}=${text}; ${lifetime}Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=${sameSite}`,
      )
    },
  }
}

export function createSealedCookie<Schema extends z.ZodMiniType>(
  ring: KeyRing,
  purpose: 'sessionCookie' | 'signInCookie',
  name: string,
  sameSite: 'Lax' | 'Strict',
  schema: Schema,
) {
  const { nameOf, receivedIn, countedIn, set } = createCookie(name, sameSite)
  return {
    receivedIn,
    countedIn,
    /** Undefined unless this installation sealed it under this very name. */
    open: ({ secure, text }: ReceivedCookie): z.infer<Schema> | undefined =>
      schema.safeParse(
        unsealed(
          ring.map((keys) => keys[purpose]),
          nameOf(secure),
          text,
        ),
      ).data,
    /** Throws GTW-07 where a browser would not keep it. */
    seal(content: z.infer<Schema>, secure: boolean): ReceivedCookie {
      const text = sealed(ring[0][purpose], nameOf(secure), content)
      if (nameOf(secure).length + text.length > largestCookie)
        throw new Refusal('GTW-07', 'The session is too long for a cookie.')
      return { secure, text }
    },
    set: (reply: FastifyReply, cookie: ReceivedCookie, seconds: number) =>
      set(reply, cookie, `Max-Age=${seconds}; `),
    clear: (reply: FastifyReply, secure: boolean) =>
      set(reply, { secure, text: '' }, 'Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; '),
  }
}

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM with the cookie's name as associated data, so that it opens under no other name. */
function sealed(key: Buffer, name: string, content: unknown): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

function unsealed(keys: readonly Buffer[], name: string, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength, nonceLength + tagLength)]
  if (tag.length < tagLength) return undefined
  for (const key of keys)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
      const content = Buffer.concat([
        decipher.update(bytes.subarray(nonceLength + tagLength)),
        decipher.final(),
      ])
      return JSON.parse(content.toString())
    } catch {
      // Sealed with another key or under another name, or forged.
    }
  return undefined
}
