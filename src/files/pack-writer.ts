/** Puts the files of an audit pack into one ZIP as they come. They stand in it as they are, so that each can be read in its place. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type ExportFacts, type ExportFormat, factsFileName, writeFacts } from './facts.ts'
import { manifestName, type PackManifest } from './pack.ts'
import { type Report, reportFile } from './report-file.ts'
import type { Sign } from './seal.ts'
import type { ByteSink } from './written-file.ts'
import { ZipWriter } from './zip-writer.ts'

type ListedFile = PackManifest['files'][number]

/** A pack that grows. Files go into it one after the other. */
export interface PackWriter {
  /** A list that is written as it is read; its facts follow. `what` says in a sentence what it is. */
  list(
    name: string,
    what: string,
    write: (sink: ByteSink, hasBegun: () => boolean) => Promise<ExportFacts>,
  ): Promise<ExportFacts>
  /** What the console worked out itself, with its facts. */
  report(name: string, what: string, format: ExportFormat, report: Report): Promise<ExportFacts>
  text(name: string, what: string, text: string): Promise<void>
  /** What is in it so far. */
  files(): readonly ListedFile[]
  bytes(): number
  /** The manifest with its facts, and the end of the ZIP. */
  end(manifest: Report): Promise<ExportFacts>
}

/** Begins a pack. What it writes goes to the sink at once. */
export function createPack(sink: ByteSink, sign: Sign): PackWriter {
  const zip = new ZipWriter('stored')
  const files: ListedFile[] = []
  let size = 0
  const flush = async () => {
    const bytes = zip.taken()
    size += bytes.length
    if (bytes.length > 0) await sink.write(bytes)
  }
  const write = async (name: string, bytes: Uint8Array) => {
    zip.file(name, bytes)
    await flush()
  }
  const text = async (name: string, what: string, content: string) => {
    const bytes = new TextEncoder().encode(content)
    await write(name, bytes)
    const digest = bytesToHex(sha256(bytes))
    files.push({
      name,
      bytes: bytes.length,
      sha256: digest,
      what,
      completeness: null,
      reasons: [],
      as_of: null,
    })
  }
  const listed = async (name: string, what: string, facts: ExportFacts) => {
    const { file, completeness, reasons, ended } = facts
    files.push({
      name,
      bytes: file.bytes ?? 0,
      sha256: file.sha256 ?? '',
      what,
      completeness,
      reasons,
      as_of: ended,
    })
    await text(factsFileName(name), `The facts of ${name}.`, writeFacts(facts))
    return facts
  }
  const made = async (name: string, format: ExportFormat, report: Report) => {
    const { file, facts } = await reportFile(report, format, sign)
    await write(name, new Uint8Array(await file.arrayBuffer()))
    return facts
  }
  return {
    async list(name, what, run) {
      // What fails before its first record leaves nothing in the ZIP, from which nothing can be taken back.
      let head: Uint8Array | null = null
      let hasBegun = false
      const begin = () => {
        hasBegun = true
        zip.beginFile(name)
        if (head) zip.write(head)
      }
      const write = async (bytes: Uint8Array) => {
        if (head === null) {
          head = bytes
          return
        }
        if (!hasBegun) begin()
        zip.write(bytes)
        await flush()
      }
      const facts = await run({ write }, () => hasBegun).catch((error: unknown) => {
        throw hasBegun ? new Error(`${name} could not be written to its end.`, { cause: error }) : error
      })
      if (!hasBegun) begin()
      zip.endFile(new Uint8Array())
      await flush()
      return listed(name, what, facts)
    },
    report: async (name, what, format, report) => listed(name, what, await made(name, format, report)),
    text,
    files: () => files,
    bytes: () => size,
    async end(manifest) {
      const facts = await made(manifestName, 'json', manifest)
      await write(factsFileName(manifestName), new TextEncoder().encode(writeFacts(facts)))
      zip.end()
      await flush()
      return facts
    },
  }
}
