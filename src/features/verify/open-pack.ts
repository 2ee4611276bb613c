import type { PackLabel } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { booksFolder, readBooksFiles } from '../../files/books-files.ts'
import { UnreadableFile } from '../../files/text-units.ts'
import type { NamedFile } from './facts-file.ts'
import { checkPack, type PackVerdict, packFiles } from './pack-verdict.ts'
import type { CheckOptions } from './verdict.ts'
import { unpackedFile } from './zip-file.ts'

export interface OpenedPack {
  readonly books: Books
  /** `faults` is what contradicts the manifest. Books with faults are shown only to a reader who asks for it. */
  readonly about: PackLabel
}

/** Throws `UnreadableFile` if it is not a pack, or has no readable books. */
export async function openPack(file: NamedFile, options: CheckOptions): Promise<OpenedPack> {
  return await openCheckedPack(await checkPack(file, options), options.signal)
}

/** Throws `UnreadableFile` if the pack has no readable books. */
export async function openCheckedPack(verdict: PackVerdict, signal: AbortSignal): Promise<OpenedPack> {
  const { name, manifest, voucher } = verdict
  const faults = [
    ...verdict.faults,
    ...verdict.parts.flatMap((part) => part.faults.map((fault) => `${part.name}: ${fault}`)),
  ]
  const books = await readPackedBooks(verdict.blob, signal).catch((error) => {
    if (!(error instanceof UnreadableFile)) throw error
    throw new UnreadableFile([...faults, error.message].join(' '))
  })
  const { service, account, ended } = books
  if (service !== manifest.service || account !== manifest.account || ended !== manifest.ended)
    faults.push('The books are not those that the manifest describes: another service, account or time.')
  const { signature } = verdict.facts
  const signed =
    voucher.state === 'known' && 'key_id' in signature
      ? { key: signature.key_id, at: signature.signed_at }
      : null
  return { books, about: { name, asOf: ended, signed, faults } }
}

async function readPackedBooks(pack: Blob, signal: AbortSignal): Promise<Books> {
  const files = new Map<string, Blob>()
  for (const [path, entry] of await packFiles(pack))
    if (path.startsWith(booksFolder)) files.set(path, await unpackedFile(entry))
  if (files.size === 0)
    throw new UnreadableFile('This audit pack holds reports and no books: an older console made it.')
  return await readBooksFiles(files, signal)
}
