/** A worker reads the file, so that the page stays responsive. */
import { getJson } from '../../api/request.ts'
import { type PublicKey, publicKeys, publicKeysPath } from '../../contract/public-keys.ts'
import type { TaskControl } from '../../work/task.ts'
import { askWorker } from '../../work/work.ts'
import type { CheckedFile, CheckRequest } from '../evidence/check.ts'

/** Throws the signal's reason. */
export async function checkInWorker(
  asked: Omit<CheckRequest, 'keys'> & { readonly keys?: CheckRequest['keys'] },
  control: Pick<TaskControl, 'signal' | 'onProgress'>,
): Promise<CheckedFile> {
  const request: CheckRequest = { ...asked, keys: asked.keys ?? (await trustedKeys()) }
  return await askWorker({ kind: 'check', input: request }, control)
}

export async function keysIn(file: Blob): Promise<readonly PublicKey[] | null> {
  try {
    return publicKeys.parse(JSON.parse(await file.text())).keys
  } catch {
    return null
  }
}

let fetched: Promise<CheckRequest['keys']> | null = null

/** The gateway's current and former signing keys, which need no session. Fetched once, and again only after a failure. */
export function trustedKeys(): Promise<CheckRequest['keys']> {
  fetched ??= getJson(publicKeysPath, publicKeysPath).then(
    (body) => publicKeys.parse(body).keys,
    () => {
      fetched = null
      return 'The public keys of this console could not be fetched.'
    },
  )
  return fetched
}
