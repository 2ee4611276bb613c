/** Checks evidence in a worker, and opens the books of a pack. */
import type { PublicKey } from '../../contract/attestation.ts'
import type { JournalExpectation } from '../../journal/check-journal.ts'
import type { HeldPack, RunTask } from '../../work/task.ts'
import { type CheckedEvidence, checkEvidence } from '../evidence/check.ts'
import { hexDigest } from '../evidence/evidence-zip.ts'
import { valueDays } from '../statements/valuation.ts'

export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

export interface CheckRequest {
  readonly file: NamedFile
  /** Files that may be copies of those inside. */
  readonly beside: readonly NamedFile[]
  readonly expected: JournalExpectation
  /** The file of the keys; null for those of this console. */
  readonly keyFile: string | null
  /** A sentence if there are none. */
  readonly keys: readonly PublicKey[] | string
}

export interface EvidenceChecked extends CheckedEvidence {
  readonly kind: 'evidence'
  readonly name: string
  readonly expected: JournalExpectation
  readonly keyFile: string | null
  /** Files beside it, and whether one inside is the same, byte for byte. */
  readonly beside: readonly { readonly name: string; readonly isInside: boolean }[]
}

export interface Unchecked {
  readonly kind: 'unchecked'
  readonly name: string
  readonly sentence: string
}

export type CheckedFile = EvidenceChecked | Unchecked

export const checkTask: RunTask<CheckRequest, CheckedFile> = async (
  { file: { name, blob }, beside, expected, keyFile, keys },
  { signal, onProgress },
) => {
  const unchecked = (sentence: string) => ({ kind: 'unchecked', name, sentence }) as const
  if (typeof keys === 'string') return unchecked(keys)
  onProgress({ text: 'Making the files again from the answers:', part: null, hasBegun: true })
  try {
    const checked = await checkEvidence(blob, keys, expected, signal)
    const inside = new Set(checked.verdict.files.map(({ sha256 }) => sha256))
    const compared = await Promise.all(
      beside.map(async (other) => ({
        name: other.name,
        isInside: inside.has(await hexDigest(other.blob)),
      })),
    )
    return { kind: 'evidence', name, expected, keyFile, beside: compared, ...checked }
  } catch (error) {
    signal.throwIfAborted()
    // A file that was moved, changed or locked fails with this.
    if (error instanceof DOMException)
      return unchecked('The file can no longer be read. It may have been moved, changed or deleted.')
    throw error
  }
}

export const openTask: RunTask<EvidenceChecked, HeldPack> = async ({ books, verdict, name }, { hold }) => {
  const { statement, missing, about, inputs } = verdict
  if (books === null || statement === null || about?.of !== 'pack')
    throw new Error('Only a pack that is genuine can be opened.')
  const signed = { key: statement.keyIds.join(', '), at: statement.asOf }
  return {
    books: hold(books),
    about: {
      ...{ name, asOf: books.ended, signed, missing, accepted: inputs.accepted ?? [] },
      prices: inputs.prices ? { days: valueDays(about.period), valuation: inputs.prices } : null,
    },
  }
}
