import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign } from 'jose'
import * as z from 'zod/mini'
import { type PublicKey, publicKey } from '../../contract/public-keys.ts'
import { signatureHeader } from '../../evidence/signature.ts'
import { parsedJson, systemCodeOf } from '../http.ts'

export interface Signing {
  readonly keys: readonly PublicKey[]
  /** A compact JWS of this text: see `evidence/signature.ts`. */
  sign(payload: string): Promise<string>
}

/** From PKCS #8, as PEM or base64. Null where it is no Ed25519 key. */
export function readSigningKey(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN')
      ? // A file of settings holds no line breaks.
        createPrivateKey(text.replaceAll('\\n', '\n'))
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** A JWK set with nothing but public Ed25519 keys. Throws a sentence for settings. */
export function readPublicKeys(text: string): readonly PublicKey[] {
  const set = z.object({ keys: z.array(z.unknown()) }).safeParse(parsedJson(text))
  if (!set.success) throw new Error('must hold a JWK set: an object with a list of keys')
  return set.data.keys.map((key, index) => {
    const { data } = keyInFile.safeParse(key)
    const half = Buffer.from(data?.x ?? '', 'base64url')
    // In its only spelling, since the thumbprint is made of that.
    if (data === undefined || half.length !== 32 || half.toString('base64url') !== data.x)
      throw new Error(`key ${index + 1} must be an Ed25519 key: kty, crv and x, and revoked_at in revoked`)
    const { d, kid = thumbprint(data.x), ...rest } = data
    if (d !== undefined) throw new Error(`key ${index + 1} is a private key`)
    if (kid !== thumbprint(data.x)) throw new Error(`the kid of key ${index + 1} must be its thumbprint`)
    return { ...rest, kid }
  })
}

const keyInFile = z.extend(publicKey, { kid: z.optional(z.string()), d: z.optional(z.unknown()) })

/**
 * Makes a key without a given one and keeps it in the data directory. Public keys stay, so that what they signed can be checked. `further`
 * ones come from the settings, and say which are withdrawn.
 */
export async function openSigning(
  given: KeyObject | undefined,
  dataDir: string,
  further: readonly PublicKey[] = [],
): Promise<Signing> {
  const key = given ?? (await keptKey(dataDir))
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 key has a public half')
  const own: PublicKey = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x) }
  await keepPublicKey(own, dataDir)
  const others = await installationKeys(dataDir, further)
  const byId = new Map(others.map((other) => [other.kid, other]))
  if (byId.get(own.kid)?.revoked)
    throw new Error(
      'the signing key is one that SIGNING_KEYS_PUBLIC withdraws; set another SIGNING_KEY, or delete signing-key.pem in DATA_DIR',
    )
  byId.delete(own.kid)
  return {
    keys: [own, ...[...byId.values()].sort((one, other) => (one.kid < other.kid ? -1 : 1))],
    sign: (payload) =>
      new CompactSign(Buffer.from(payload)).setProtectedHeader(signatureHeader(own.kid)).sign(key),
  }
}

async function keptKey(dataDir: string): Promise<KeyObject> {
  const file = join(dataDir, 'signing-key.pem')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeOnce(file, pem, 0o600)
  const key = readSigningKey(await readFile(file, 'utf8'))
  if (key === null) throw new Error(`${file} contains no Ed25519 key; delete it, and a new one is made`)
  return key
}

async function keepPublicKey(own: PublicKey, dataDir: string): Promise<void> {
  const folder = join(dataDir, publicFolder)
  try {
    await mkdir(folder, { recursive: true })
    await writeOnce(join(folder, `${own.kid}.json`), `${JSON.stringify(own)}\n`, 0o644)
  } catch (error) {
    // A copy that was given its key may have nowhere to write.
    if (!isCode(error, 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR')) throw error
  }
}

const publicFolder = 'public-keys'

/** Public keys of all that this installation signed with. What the settings say of one comes last. */
export async function installationKeys(
  dataDir: string,
  further: readonly PublicKey[] = [],
): Promise<readonly PublicKey[]> {
  const folder = join(dataDir, publicFolder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const kept = await Promise.all(
    names.map(async (name) => {
      const key = publicKey.safeParse(parsedJson(await readFile(join(folder, name), 'utf8')))
      if (!key.success) throw new Error(`${join(folder, name)} holds no public key of this gateway`)
      return key.data
    }),
  )
  return [...kept, ...further]
}

/** Leaves an existing file alone, so that programs that start together agree. The file appears only when complete. */
export async function writeOnce(file: string, content: string | Buffer, mode: number): Promise<void> {
  if (existsSync(file)) return
  const written = `${file}.${randomUUID()}`
  await writeFile(written, content, { flag: 'wx', mode })
  try {
    await link(written, file).catch((error: unknown) => {
      // Some file systems have no links.
      if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw error
      return writeFile(file, content, { flag: 'wx', mode })
    })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(written)
  }
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(systemCodeOf(error))
}

/** RFC 7638: the digest of the required members, sorted by name. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
}
