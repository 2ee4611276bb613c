/** The books of an audit pack, without the service that they are of. */
import type { PackLabel } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { booksFolder, readBooksFiles } from '../../files/books-files.ts'
import { UnreadableFile } from '../../files/text-units.ts'
import type { NamedFile } from './facts-file.ts'
import { digestOf, packFiles, readManifest } from './pack-verdict.ts'
import { type CheckOptions, isAsWritten } from './verdict.ts'

/** An audit pack whose books are open. */
export interface OpenedPack {
  readonly books: Books
  readonly about: PackLabel
}

/** A pack whose books do not fit its manifest. They open only for whoever asks for them in spite of `faults`. */
export class UnfitPack extends UnreadableFile {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join(' '))
    this.faults = faults
  }
}

/**
 * Opens the books of a pack: holds each of their files against the manifest, and the manifest against its facts and signature. The reports
 * beside them are for `checkPack`. Throws `UnfitPack` for what does not fit, unless it is to be opened `anyway`, and `UnreadableFile` for
 * what holds no books that can be read.
 */
export async function openPack(
  { name, blob }: NamedFile,
  { anyway = false, ...options }: CheckOptions & { readonly anyway?: boolean },
): Promise<OpenedPack> {
  const files = await packFiles(blob)
  const { verdict, manifest } = await readManifest(files, options)
  const listed = manifest.files.filter((file) => file.name.startsWith(booksFolder))
  const packed = [...files.keys()].filter((file) => file.startsWith(booksFolder))
  if (packed.length === 0)
    throw new UnreadableFile('This audit pack holds reports and no books: an older console made it.')
  const faults = isAsWritten(verdict) ? [] : [`The manifest does not match its facts: ${verdict.headline}.`]
  for (const each of packed)
    if (!listed.some((file) => file.name === each)) faults.push(`${each} is not in the manifest.`)
  for (const { name: each, bytes, sha256 } of listed) {
    const file = files.get(each)
    if (!file) faults.push(`${each} is in the manifest, but not in the ZIP.`)
    else if (file.size !== bytes || (await digestOf(file, options)) !== sha256)
      faults.push(`${each} is not the file that the manifest lists.`)
  }
  if (faults.length > 0 && !anyway) throw new UnfitPack(faults)
  const books = await readBooksFiles(files, options.signal)
  const { service, account, ended } = books
  if (service !== manifest.service || account !== manifest.account || ended !== manifest.ended) {
    faults.push('The books are not those that the manifest describes: another service, account or time.')
    if (!anyway) throw new UnfitPack(faults)
  }
  const { voucher, facts } = verdict
  const { signature } = facts
  const signed =
    voucher.state === 'known' && 'key_id' in signature
      ? { key: signature.key_id, at: signature.signed_at }
      : null
  return { books, about: { name, asOf: ended, signed, faults } }
}
