/** Checks files that were chosen, one after the other. */
import { getJson } from '../../api/request.ts'
import { type PublicKey, publicKeys, publicKeysPath } from '../../contract/public-keys.ts'
import { checkEvidence, type EvidenceVerdict, portableTools } from '../../evidence/check.ts'
import type { Expectation } from '../../evidence/expectation.ts'
import { blobSource } from '../../evidence/zip.ts'

/** What its reader chose as keys. */
export interface ChosenKeys {
  /** Of the file. */
  readonly name: string
  /** A JWK set, as it is. */
  readonly text: string
  readonly keys: readonly PublicKey[]
}

export interface Verification {
  readonly files: readonly File[]
  readonly expected: Expectation
  /** Null for those of this console. */
  readonly keys: ChosenKeys | null
}

export interface FileResult {
  readonly file: File
  readonly verdict: EvidenceVerdict
  readonly expected: Expectation
  readonly keys: ChosenKeys | null
}

/** Null where it holds no keys. */
export async function readKeyFile(file: File): Promise<ChosenKeys | null> {
  const text = await file.text()
  try {
    return { name: file.name, text, keys: publicKeys.parse(JSON.parse(text)).keys }
  } catch {
    return null
  }
}

/** Throws the signal's reason, and what `getJson` does where the keys of this console cannot be fetched. */
export async function verdictsOn(
  { files, expected, keys }: Verification,
  signal: AbortSignal,
  onFile: (name: string) => void,
): Promise<readonly FileResult[]> {
  const trusted = keys?.keys ?? (await ownKeys(signal))
  const results: FileResult[] = []
  for (const file of files) {
    onFile(file.name)
    const { verdict } = await checkEvidence(blobSource(file), trusted, expected, { ...portableTools, signal })
    results.push({ file, verdict, expected, keys })
  }
  return results
}

/** Fetched for each check: one may have been withdrawn meanwhile. */
async function ownKeys(signal: AbortSignal): Promise<readonly PublicKey[]> {
  const body = await getJson(publicKeysPath, publicKeysPath, signal, { cache: 'no-store' })
  return publicKeys.parse(body).keys
}
