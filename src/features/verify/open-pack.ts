/** The books of an audit pack, without the service that they are of. */
import type { PackLabel } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { booksFolder, readBooksFiles } from '../../files/books-files.ts'
import { UnreadableFile } from '../../files/text-units.ts'
import type { NamedFile } from './facts-file.ts'
import { checkPack, type PackVerdict, packFiles } from './pack-verdict.ts'
import type { CheckOptions } from './verdict.ts'
import { unpackedFile } from './zip-file.ts'

/** An audit pack whose books are open. */
export interface OpenedPack {
  readonly books: Books
  /** Its `faults` are all that does not fit the manifest. The books are shown in spite of them only to whoever asks for that. */
  readonly about: PackLabel
}

/** Checks a pack and opens its books. Throws `UnreadableFile` where it is no pack, or holds no books that can be read. */
export async function openPack(file: NamedFile, options: CheckOptions): Promise<OpenedPack> {
  return await openCheckedPack(await checkPack(file, options), options.signal)
}

/** Opens the books of a pack that was checked. Throws `UnreadableFile` where it holds none that can be read. */
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
