/** Checks a pack before it is opened: as the page that verifies does, and again, since what comes to the gateway may be another file. */
import type { PublicKey } from '../../../contract/public-keys.ts'
import { checkEvidence } from '../../../evidence/check.ts'
import type { ZipSource } from '../../../evidence/zip.ts'
import type { PackOpened } from '../../../store/state.ts'
import { Refusal } from '../../http.ts'
import { nativeCheckTools } from '../signed-zip.ts'

/** In a pack. */
export const recordsFile = 'records.jsonl.gz'

export interface CheckedPack {
  readonly opened: Omit<PackOpened, 'id' | 'bytes' | 'prices'>
  /** What `recordsFile` has. */
  records(): AsyncIterable<Uint8Array>
}

/** Throws GTW-33. */
export async function checkPack(
  file: ZipSource,
  name: string,
  keys: readonly PublicKey[],
): Promise<CheckedPack> {
  const { verdict, files } = await checkEvidence(file, keys, {}, nativeCheckTools)
  const { about, keyId, headline, sentences } = verdict
  const records = files.get(recordsFile)
  if (about === null || keyId === null || files.size === 0)
    throw new Refusal('GTW-33', `${headline}. ${sentences.join(' ')}`)
  if (about.what.kind !== 'pack' || records === undefined)
    throw new Refusal('GTW-33', 'This is a signed file, not an audit pack: it has no records to open.')
  return {
    opened: {
      ...{ name, service: about.service },
      ...{ account: about.account ?? about.account_typed, is_typed: about.account_typed !== null },
      ...{ as_of: about.as_of, made_at: about.made_at, key: keyId, missing: about.reasons },
    },
    records: () => records.read(),
  }
}
