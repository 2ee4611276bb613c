/** Puts the files of an audit pack into one ZIP. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type ExportFacts, factsFileName, writeFacts } from '../../files/facts.ts'
import { manifestName, type PackManifest } from '../../files/pack.ts'
import type { ByteSink } from '../../files/written-file.ts'
import { ZipWriter } from '../../files/zip-writer.ts'

type ListedFile = PackManifest['files'][number]

/** Writes a file, and gives its facts. */
type WriteFile = (sink: ByteSink) => Promise<ExportFacts>

/** A pack that grows. What it writes goes to the sink at once. */
export class PackFile {
  readonly #zip = new ZipWriter('pack')
  readonly #sink: ByteSink
  readonly #files: ListedFile[] = []

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  /** What is in it so far. */
  get files(): readonly ListedFile[] {
    return this.#files
  }

  /** Adds a file and its facts. `what` says in a sentence what it is. */
  async add(name: string, what: string, write: WriteFile): Promise<void> {
    const facts = await this.#write(name, write)
    const { file, completeness, reasons, ended } = facts
    this.#files.push({
      ...{ name, what, completeness, reasons, as_of: ended },
      bytes: file.bytes,
      sha256: file.sha256,
    })
    await this.addText(factsFileName(name), `The verification file of ${name}.`, writeFacts(facts))
  }

  async addText(name: string, what: string, text: string): Promise<void> {
    await this.addPlain(name, what, async (sink) => await sink.write(new TextEncoder().encode(text)))
  }

  /** Adds a file that has no facts. */
  async addPlain(name: string, what: string, write: (sink: ByteSink) => Promise<void>): Promise<void> {
    const digest = sha256.create()
    let bytes = 0
    await this.#write(name, (sink) =>
      write({
        write(piece) {
          digest.update(piece)
          bytes += piece.length
          return sink.write(piece)
        },
      }),
    )
    const about = { completeness: null, reasons: [], as_of: null }
    this.#files.push({ name, bytes, sha256: bytesToHex(digest.digest()), what, ...about })
  }

  /** Ends it with the manifest, which is in no list, and gives its facts. */
  async end(write: WriteFile): Promise<ExportFacts> {
    const facts = await this.#write(manifestName, write)
    this.#zip.file(factsFileName(manifestName), new TextEncoder().encode(writeFacts(facts)))
    this.#zip.end()
    await this.#flush()
    return facts
  }

  async #write<Result>(name: string, write: (sink: ByteSink) => Promise<Result>): Promise<Result> {
    this.#zip.beginFile(name)
    const result = await write({
      write: async (bytes) => {
        this.#zip.write(bytes)
        await this.#flush()
      },
    })
    this.#zip.endFile(new Uint8Array())
    await this.#flush()
    return result
  }

  async #flush(): Promise<void> {
    const bytes = this.#zip.taken()
    if (bytes.length > 0) await this.#sink.write(bytes)
  }
}
