/** The page's side of checking: a worker reads the file, so that the page stays free. */
import { getJson } from '../../api/request.ts'
import { publicKeys, publicKeysPath } from '../../contract/signing.ts'
import type { TaskControl } from '../../work/task.ts'
import { loadWork } from '../../work/work.ts'
import type { CheckedFile, CheckRequest } from './check-task.ts'
import type { NamedFile } from './facts-file.ts'
import type { TrustedKeys } from './signature.ts'

/** Checks an export with the facts beside it, or an audit pack, whose books it opens. Throws the signal's reason. */
export async function checkInWorker(
  file: NamedFile,
  facts: Blob | null,
  control: Pick<TaskControl, 'signal' | 'onProgress'>,
): Promise<CheckedFile> {
  const request: CheckRequest = { file, facts, keys: await trustedKeys() }
  return await (await loadWork()).ask('check', request, control)
}

let fetched: Promise<TrustedKeys> | null = null

/**
 * The keys that this gateway signs exports with, and those it has signed with before; needs no session. They are fetched once, so that a
 * page can go offline; after a failure, again.
 */
export function trustedKeys(): Promise<TrustedKeys> {
  fetched ??= getJson(publicKeysPath, publicKeysPath).then(
    (body) => publicKeys.parse(body).keys,
    () => {
      fetched = null
      return 'The public keys of this console could not be fetched.'
    },
  )
  return fetched
}
