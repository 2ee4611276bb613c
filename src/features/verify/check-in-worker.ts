/** A worker reads the file, so that the page stays responsive. */
import { getJson } from '../../api/request.ts'
import { publicKeys, publicKeysPath } from '../../contract/attestation.ts'
import type { TaskControl } from '../../work/task.ts'
import { loadWork } from '../../work/work.ts'
import type { CheckedFile, CheckRequest } from './check-task.ts'
import type { NamedFile } from './facts-file.ts'
import type { TrustedKeys } from './signature.ts'

/** Checks an export with its facts, or an audit pack. Throws the signal's reason. */
export async function checkInWorker(
  file: NamedFile,
  facts: Blob | null,
  control: Pick<TaskControl, 'signal' | 'onProgress'>,
): Promise<CheckedFile> {
  const request: CheckRequest = { file, facts, keys: await trustedKeys() }
  return await (await loadWork()).ask('check', request, control)
}

let fetched: Promise<TrustedKeys> | null = null

/** The gateway's current and former signing keys. They need no session. They are fetched once, and again only after a failure. */
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
