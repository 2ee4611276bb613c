/** Files with what the gateway signs of them, as one ZIP; and how it checks such a one. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  type About,
  type AboutFiles,
  canonicalJson,
  ownEntries,
  type SignedFile,
} from '../../evidence/about.ts'
import type { CheckTools } from '../../evidence/check.ts'
import { readme } from '../../evidence/readme.ts'
import { ZipFault, ZipOfFiles, type ZipTarget } from '../../evidence/zip.ts'
import type { FileDigest } from '../../files/written-file.ts'
import { Refusal } from '../http.ts'
import type { Signing } from './signing-key.ts'

/** Needs no more memory for a large file than for a small one. All methods throw GTW-28 where there is no room. */
export class SignedZip {
  readonly #zip: ZipOfFiles
  readonly #signing: Signing
  readonly #files: SignedFile[] = []
  #open: { readonly name: string; bytes: number; readonly digest: FileDigest } | null = null

  constructor(target: ZipTarget, signing: Signing) {
    this.#zip = new ZipOfFiles(target, crc32)
    this.#signing = signing
  }

  /** What is written from now on is in this file. */
  async begin(name: string): Promise<void> {
    await this.#end()
    this.#open = { name, bytes: 0, digest: nativeDigest() }
    await this.#zip.begin(name)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#open === null) throw new Error('no file was begun')
    this.#open.bytes += bytes.length
    this.#open.digest.update(bytes)
    try {
      await this.#zip.write(bytes)
    } catch (error) {
      throw error instanceof ZipFault ? new Refusal('GTW-28', error.message) : error
    }
  }

  /** The last that is written. */
  async sign(of: AboutFiles): Promise<About> {
    await this.#whole(ownEntries.readme, readme)
    const about: About = { ...of, format: 1, files: [...this.#files] }
    const payload = canonicalJson(about)
    await this.#whole(ownEntries.about, payload)
    await this.#whole(ownEntries.signature, await this.#signing.sign(payload))
    await this.#zip.end()
    return about
  }

  async #whole(name: string, text: string): Promise<void> {
    await this.begin(name)
    await this.write(Buffer.from(text))
    await this.#end()
  }

  async #end(): Promise<void> {
    if (this.#open === null) return
    const { name, bytes, digest } = this.#open
    this.#open = null
    this.#files.push({ name, bytes, sha256: digest.hex() })
    await this.#zip.endFile()
  }
}

export function nativeDigest(): FileDigest {
  const digest = createHash('sha256')
  return { update: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') }
}

/** Ten times as fast as the portable ones. */
export const nativeCheckTools: CheckTools = { crc32, digest: nativeDigest }
