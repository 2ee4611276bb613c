/** Checks a file in a worker. A pack's books come with its verdict, so that they open at once. */
import { UnreadableFile } from '../../files/text-units.ts'
import { type OpenedPack, type RunTask, valueOutcome } from '../../work/task.ts'
import type { NamedFile } from './facts-file.ts'
import { checkFile, openCheckedPack, type PackVerdict, type Unchecked } from './pack-verdict.ts'
import type { TrustedKeys } from './signature.ts'
import type { ExportVerdict } from './verdict.ts'

export interface CheckRequest {
  readonly file: NamedFile
  readonly facts: Blob | null
  readonly keys: TrustedKeys
}

export type CheckedFile = ExportVerdict | CheckedPack | Unchecked

/** `opened` is a sentence if the books cannot be opened. */
export interface CheckedPack extends PackVerdict {
  readonly opened: OpenedPack | string
}

export const checkTask: RunTask<CheckRequest, CheckedFile> = async ({ file, facts, keys }, control) => {
  const { signal } = control
  const progress = { hasBegun: true, cuts: [] }
  const verdict = await checkFile(file, facts, {
    signal,
    keys,
    onProgress: (part) => control.onProgress({ ...progress, text: 'Checking', part }),
  })
  if (verdict.kind !== 'pack') return valueOutcome('Checked', '', verdict)
  control.onProgress({ ...progress, text: 'Reading the books of', part: null })
  const opened = await openCheckedPack(verdict, signal).catch((error) => {
    if (error instanceof UnreadableFile) return error.message
    throw error
  })
  return valueOutcome('Checked', '', { ...verdict, opened })
}
