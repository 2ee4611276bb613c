/** Checks a file in a worker, and reads the books of a pack that its reader opens. */
import { type HeldPack, type RunTask, valueOutcome } from '../../work/task.ts'
import type { NamedFile } from './facts-file.ts'
import { checkFile, openCheckedPack, type PackVerdict, type Unchecked } from './pack-verdict.ts'
import type { TrustedKeys } from './signature.ts'
import type { ExportVerdict } from './verdict.ts'

export interface CheckRequest {
  readonly file: NamedFile
  readonly facts: Blob | null
  readonly keys: TrustedKeys
}

export type CheckedFile = ExportVerdict | PackVerdict | Unchecked

export const checkTask: RunTask<CheckRequest, CheckedFile> = async (
  { file, facts, keys },
  { signal, onProgress },
) => {
  const verdict = await checkFile(file, facts, {
    signal,
    keys,
    onProgress: (part) => onProgress({ text: 'Checking', part, hasBegun: true }),
  })
  return valueOutcome('Checked', '', verdict)
}

export const openTask: RunTask<PackVerdict, HeldPack> = async (pack, { signal, hold }) => {
  const { books, about } = await openCheckedPack(pack, signal)
  return valueOutcome('Opened', '', { books: hold(books), about })
}
