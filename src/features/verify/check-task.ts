/** Checks a file in a worker, and reads the books of a pack that its reader opens. */

import { type HeldPack, type RunTask, valueOutcome } from '../../work/task.ts'
import { type CheckedEvidence, checkEvidence, isEvidence } from '../evidence/index.ts'
import type { NamedFile } from './facts-file.ts'
import { checkFile, openCheckedPack, type PackVerdict, type Unchecked } from './pack-verdict.ts'
import type { TrustedKeys } from './signature.ts'
import type { ExportVerdict } from './verdict.ts'

export interface CheckRequest {
  readonly file: NamedFile
  readonly facts: Blob | null
  readonly keys: TrustedKeys
}

/** Evidence, whose files were made again. */
export interface EvidenceChecked extends CheckedEvidence {
  readonly kind: 'evidence'
  readonly name: string
}

export type CheckedFile = ExportVerdict | PackVerdict | EvidenceChecked | Unchecked

export const checkTask: RunTask<CheckRequest, CheckedFile> = async (
  { file, facts, keys },
  { signal, onProgress },
) => {
  if (facts === null && typeof keys !== 'string' && (await isEvidence(file.blob))) {
    onProgress({ text: 'Making the files again', part: null, hasBegun: true })
    const checked = await checkEvidence(file.blob, keys, {}, signal)
    return valueOutcome<CheckedFile>('Checked', '', { kind: 'evidence', name: file.name, ...checked })
  }
  const verdict = await checkFile(file, facts, {
    signal,
    keys,
    onProgress: (part) => onProgress({ text: 'Checking', part, hasBegun: true }),
  })
  return valueOutcome<CheckedFile>('Checked', '', verdict)
}

export const openTask: RunTask<PackVerdict | EvidenceChecked, HeldPack> = async (pack, { signal, hold }) => {
  if (pack.kind === 'evidence') {
    const { books, verdict, name } = pack
    if (books === null) throw new Error('Only a pack that is genuine can be opened.')
    const { keyIds = [], asOf = books.ended } = verdict.statement ?? {}
    const signed = { key: keyIds.join(', '), at: asOf }
    return valueOutcome('Opened', '', {
      books: hold(books),
      about: { name, asOf: books.ended, signed, faults: verdict.missing },
    })
  }
  const { books, about } = await openCheckedPack(pack, signal)
  return valueOutcome('Opened', '', { books: hold(books), about })
}
