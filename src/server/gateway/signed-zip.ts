/** Files with what the gateway signs of them, as one ZIP; and how it checks such a one. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib'
import {
  type About,
  type AboutFiles,
  canonicalJson,
  ownEntries,
  type SignedFile,
} from '../../evidence/about.ts'
import type { CheckTools } from '../../evidence/check.ts'
import { readme } from '../../evidence/readme.ts'
import { directoryOf, lastBlock, localHeader, mostZipBytes, type ZipEntry } from '../../evidence/zip.ts'
import type { FileDigest } from '../../files/written-file.ts'
import { Refusal } from '../http.ts'
import type { RoomFile } from './downloads/file-room.ts'
import type { Signing } from './signing-key.ts'

const deflated = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw)

/** Needs no more memory for a large file than for a small one. All methods throw GTW-28 where there is no room. */
export class SignedZip {
  readonly #target: Pick<RoomFile, 'write' | 'writeAt'>
  readonly #entries: (ZipEntry & SignedFile)[] = []
  #open: { name: string; size: number; packed: number; crc32: number; digest: FileDigest } | null = null
  /** Where the open file begins. */
  #at = 0
  /** Of all files, before they are compressed. */
  #size = 0

  constructor(target: Pick<RoomFile, 'write' | 'writeAt'>) {
    this.#target = target
  }

  /** What is written from now on is in this file. */
  async begin(name: string): Promise<void> {
    await this.#endFile()
    this.#open = { name, size: 0, packed: 0, crc32: 0, digest: nativeDigest() }
    await this.#target.write(localHeader(this.#open))
  }

  /** Each piece is compressed by itself. */
  async write(bytes: Uint8Array): Promise<void> {
    const open = this.#open
    if (open === null) throw new Error('no file was begun')
    this.#size += bytes.length
    if (this.#size > mostZipBytes)
      throw new Refusal('GTW-28', 'This is larger than the 4 GiB that a ZIP file can hold.')
    open.size += bytes.length
    open.crc32 = crc32(bytes, open.crc32)
    open.digest.update(bytes)
    const packed = await deflated(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    open.packed += packed.length
    await this.#target.write(packed)
  }

  /** With the README and what is signed of all files, which come last. */
  async sign(of: AboutFiles, signing: Signing): Promise<About> {
    await this.whole(ownEntries.readme, readme)
    await this.#endFile()
    const files = this.#entries.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
    const about: About = { ...of, format: 1, files }
    const payload = canonicalJson(about)
    await this.whole(ownEntries.about, payload)
    await this.whole(ownEntries.signature, await signing.sign(payload))
    await this.end()
    return about
  }

  async whole(name: string, text: string): Promise<void> {
    await this.begin(name)
    await this.write(Buffer.from(text))
  }

  async end(): Promise<void> {
    await this.#endFile()
    await this.#target.write(directoryOf(this.#entries))
  }

  async #endFile(): Promise<void> {
    if (this.#open === null) return
    const { digest, ...open } = this.#open
    this.#open = null
    await this.#target.write(lastBlock)
    const entry = { ...open, packed: open.packed + lastBlock.length }
    const header = localHeader(entry)
    await this.#target.writeAt(this.#at, header)
    this.#at += header.length + entry.packed
    this.#entries.push({ ...entry, bytes: entry.size, sha256: digest.hex() })
  }
}

export function nativeDigest(): FileDigest {
  const digest = createHash('sha256')
  return { update: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') }
}

/** Ten times as fast as the portable ones. */
export const nativeCheckTools: CheckTools = { crc32, digest: nativeDigest }
