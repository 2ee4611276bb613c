import { useEffect, useRef, useState } from 'react'
import { getJson, unexpectedBody } from '../../api/request.ts'
import { type PublicKey, publicKeys, publicKeysPath } from '../../contract/signing.ts'
import { ChunkLoadError, lazyChunk, preloadChunk } from '../../ui/LazyBoundary.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { type FilePair, pairFiles } from './file-pairs.ts'
import type { PackVerdict } from './pack-verdict.ts'
import type { TrustedKeys } from './signature.ts'
import { UnreadableFile } from './unreadable-file.ts'
import type { ExportVerdict } from './verdict.ts'
import { isAsWritten, pageWords as words } from './words.ts'

/** A file that was chosen. */
export interface ChosenFile {
  readonly name: string
  readonly blob: File
}

/** A file that could not be checked, or whose other half was not among what was chosen. */
interface Unchecked {
  readonly kind: 'unchecked'
  readonly name: string
  /** Why, in a sentence. */
  readonly sentence: string
}

/** What one file came to. */
export type Result = ExportVerdict | PackVerdict | Unchecked

/** How far checking is. XLSX has its facts within, everything else waits for its other half. */
export type Verification =
  | { readonly phase: 'choosing'; readonly halves: readonly FilePair<ChosenFile>[] }
  | { readonly phase: 'checking'; readonly name: string; readonly bytes: number; readonly size: number }
  | { readonly phase: 'checked'; readonly results: readonly Result[]; readonly run: number }

/** Checks exports in this browser as soon as their files and their facts are there. It ends when the page is left. */
export function useVerification(): {
  readonly verification: Verification
  /** Takes files, in any order, one after the other or together. After a check it begins anew. */
  readonly choose: (files: readonly File[]) => void
  readonly cancel: () => void
} {
  const [verification, setVerification] = useState<Verification>(nothing)
  /** What was chosen while nothing of it could be checked. */
  const kept = useRef<readonly ChosenFile[]>([])
  const running = useRef<AbortController>(null)
  const runs = useRef(0)
  const fetchKeys = useKeys()
  // Fetched once the page is there, as the keys are: it can then go offline.
  useEffect(() => preloadChunk(loadChecks), [])
  useEffect(() => () => running.current?.abort(), [])

  const check = async (chosen: readonly ChosenFile[], signal: AbortSignal) => {
    const isAgain = ({ name, blob }: ChosenFile) =>
      chosen.some((each) => each.name === name && each.blob.size === blob.size)
    const all = [...kept.current.filter((each) => !isAgain(each)), ...chosen]
    const pairs = await pairFiles(all)
    if (signal.aborted) return
    if (pairs.every(({ missing }) => missing !== null)) {
      kept.current = all
      setVerification({ phase: 'choosing', halves: pairs })
      return
    }
    kept.current = []
    const results: Result[] = []
    for (const pair of pairs) {
      results.push(await resultOf(pair, fetchKeys, setVerification, signal))
      if (signal.aborted) return
    }
    runs.current += 1
    // What cannot be read at all is an alarm, which speaks for itself.
    if (results.length > 1 || results.some(({ kind }) => kind !== 'unchecked'))
      announce(`${sentenceOf(results)}.`)
    setVerification({ phase: 'checked', results, run: runs.current })
  }

  return {
    verification,
    choose: (files) => {
      // What is still being checked says nothing about what is chosen now.
      running.current?.abort()
      running.current = new AbortController()
      void check(
        files.map((blob) => ({ name: blob.name, blob })),
        running.current.signal,
      )
    },
    cancel: () => {
      running.current?.abort()
      kept.current = []
      setVerification(nothing)
      announce(words.cancelled)
    },
  }
}

const loadChecks = lazyChunk(() => Promise.all([import('./verdict.ts'), import('./pack-verdict.ts')]))

const nothing: Verification = { phase: 'choosing', halves: [] }

/** What all results came to, in one sentence without its full stop. */
export function sentenceOf(results: readonly Result[]): string {
  const [only, ...others] = results
  if (only && others.length === 0)
    return only.kind === 'unchecked' ? only.sentence.replace(/\.$/, '') : only.headline
  const good = results.filter((each) => each.kind !== 'unchecked' && isAsWritten(each))
  return words.matching(good.length, results.length)
}

async function resultOf(
  { file, facts, missing }: FilePair<ChosenFile>,
  fetchKeys: () => Promise<TrustedKeys>,
  onProgress: (verification: Verification) => void,
  signal: AbortSignal,
): Promise<Result> {
  const name = (file ?? facts)?.name ?? ''
  const tell = (bytes: number) => {
    if (!signal.aborted) onProgress({ phase: 'checking', name, bytes, size: file?.blob.size ?? 0 })
  }
  if (!file || missing !== null) return { kind: 'unchecked', name, sentence: words.notChosen(missing ?? '') }
  try {
    tell(0)
    const options = { signal, onProgress: tell, keys: await fetchKeys() }
    const [{ checkExport }, { checkPack, isPack }] = await loadChecks()
    return (await isPack(file))
      ? await checkPack(file, options)
      : await checkExport(file, facts?.blob ?? null, options)
  } catch (error) {
    const isTold = error instanceof UnreadableFile || error instanceof ChunkLoadError
    const sentence = isTold ? error.message : words.unreadable
    return { kind: 'unchecked', name, sentence }
  }
}

/** Fetches the keys once the page is there, so that it can go offline then, and again where that failed. */
function useKeys(): () => Promise<TrustedKeys> {
  const keys = useRef<Promise<TrustedKeys>>(null)
  useEffect(() => {
    keys.current ??= fetchedKeys()
  }, [])
  return async () => {
    keys.current ??= fetchedKeys()
    const found = await keys.current
    if (typeof found === 'string') keys.current = null
    return found
  }
}

function fetchedKeys(): Promise<TrustedKeys> {
  return listPublicKeys().catch(() => words.keysNotFetched)
}

/** The keys that this gateway signs exports with, and those it has signed with before. Throws an `ApiError`. Needs no session. */
async function listPublicKeys(): Promise<readonly PublicKey[]> {
  const body = await getJson(publicKeysPath, publicKeysPath)
  const parsed = publicKeys.safeParse(body)
  if (parsed.success) return parsed.data.keys
  throw unexpectedBody(
    { body, receivedAt: '', requestPath: publicKeysPath },
    'the public keys of the gateway',
  )
}
