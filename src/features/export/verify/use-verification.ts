import { useEffect, useRef, useState } from 'react'
import { getJson, unexpectedBody } from '../../../api/request.ts'
import { type PublicKey, publicKeys, publicKeysPath } from '../../../contract/signing.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import type { CheckedPack } from './check-pack.ts'
import type { TrustedKeys } from './check-signature.ts'
import { UnreadableFile } from './file-faults.ts'
import { type FilePair, pairFiles } from './pair-files.ts'
import type { Outcome } from './verdict.ts'
import type { Checked } from './verify.ts'
import * as words from './words.ts'

/** A file that was chosen. */
export interface ChosenFile {
  readonly name: string
  readonly blob: File
}

/** What one export came to; `unreadable` also where its other half was not among what was chosen. */
export type Result =
  | { readonly kind: 'unreadable'; readonly name: string; readonly sentence: string }
  | ({ readonly kind: 'checked' } & Checked)
  | ({ readonly kind: 'pack' } & CheckedPack)

/** How far checking is. XLSX has its facts within, everything else waits for its other half. */
export type Verification =
  | { readonly phase: 'choosing'; readonly halves: readonly FilePair<ChosenFile>[] }
  | { readonly phase: 'checking'; readonly name: string; readonly bytes: number; readonly size: number }
  | { readonly phase: 'checked'; readonly results: readonly Result[]; readonly run: number }

/** Exports that are checked as soon as their files and their facts are there. */
export interface UseVerification {
  readonly verification: Verification
  /** Takes files, in any order, one after the other or together. After a check it begins anew. */
  readonly choose: (files: readonly File[]) => void
  readonly cancel: () => void
}

/** Checks exports in this browser. It ends when the page is left. */
export function useVerification(): UseVerification {
  const [verification, setVerification] = useState<Verification>(nothing)
  /** What was chosen and may still find its other half. */
  const kept = useRef<readonly ChosenFile[]>([])
  const running = useRef<AbortController>(null)
  const runs = useRef(0)
  const tools = useTools()
  useEffect(() => () => running.current?.abort(), [])

  const check = async (chosen: readonly ChosenFile[], signal: AbortSignal) => {
    const isAgain = ({ name, blob }: ChosenFile) =>
      chosen.some((each) => each.name === name && each.blob.size === blob.size)
    const pairs = await pairFiles([...kept.current.filter((each) => !isAgain(each)), ...chosen])
    if (signal.aborted) return
    // An XLSX file that was checked is kept for facts that come after it, and for nothing else.
    const waiting = pairs.filter(
      (pair) => !isWithFactsWithin(pair) || (pair.file !== null && chosen.includes(pair.file)),
    )
    if (waiting.every(({ missing }) => missing !== null)) {
      kept.current = waiting.flatMap(({ file, facts }) => [file, facts].filter((half) => half !== null))
      setVerification({ phase: 'choosing', halves: waiting })
      return
    }
    kept.current = waiting.flatMap((pair) => (pair.file && isWithFactsWithin(pair) ? [pair.file] : []))
    const results: Result[] = []
    for (const pair of waiting) {
      const result = await verified(pair, setVerification, tools, signal)
      if (signal.aborted) return
      results.push(result)
    }
    runs.current += 1
    // What cannot be read at all is an alarm, which speaks for itself.
    if (results.length > 1 || results.some(({ kind }) => kind !== 'unreadable'))
      announce(`${sentenceOfAll(results)}.`)
    setVerification({ phase: 'checked', results, run: runs.current })
  }

  return {
    verification,
    choose: (files) => {
      // What is still being checked says nothing about what is chosen now.
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      void check(
        files.map((blob) => ({ name: blob.name, blob })),
        controller.signal,
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

/** What checking takes beside the files. */
interface Tools {
  readonly keys: TrustedKeys
  readonly checkExport: typeof import('./verify.ts')['checkExport']
  readonly packs: Pick<typeof import('./check-pack.ts'), 'isPack' | 'checkPack'>
}

/** Fetches it all once the page is there, so that it can go offline then, and again what failed. */
function useTools(): () => Promise<Tools> {
  const keys = useRef<Promise<TrustedKeys>>(null)
  useEffect(() => {
    keys.current ??= fetchedKeys()
    // A failure shows when it is needed.
    loadChecks().catch(() => {})
  }, [])
  return async () => {
    keys.current ??= fetchedKeys()
    const found = await keys.current
    if (typeof found === 'string') keys.current = null
    return { keys: found, ...(await loadChecks()) }
  }
}

async function loadChecks(): Promise<Omit<Tools, 'keys'>> {
  const [{ checkExport }, packs] = await Promise.all([import('./verify.ts'), import('./check-pack.ts')])
  return { checkExport, packs }
}

function fetchedKeys(): Promise<TrustedKeys> {
  return listPublicKeys().catch(() => words.keysNotFetched)
}

/** What all results came to, in one sentence without its full stop. */
export function sentenceOfAll(results: readonly Result[]): string {
  const [only, ...others] = results
  if (only && others.length === 0)
    return only.kind === 'unreadable' ? only.sentence.replace(/\.$/, '') : verdictOf(only).headline
  const good = results.filter(
    (each) => each.kind !== 'unreadable' && isAsWritten(verdictOf(each).outcome),
  ).length
  return words.matching(good, results.length)
}

/** The verdict on an export, or on a pack. */
export function verdictOf(result: Exclude<Result, { kind: 'unreadable' }>): {
  readonly name: string
  readonly outcome: Outcome
  readonly headline: string
} {
  return result.kind === 'pack' ? result : { name: result.opened.name, ...result.verdict }
}

/** Whether a file is what its facts say, complete or not. */
export function isAsWritten(outcome: Outcome): boolean {
  return outcome === 'complete' || outcome === 'incomplete'
}

const nothing: Verification = { phase: 'choosing', halves: [] }

function isWithFactsWithin({ facts, missing }: FilePair<ChosenFile>): boolean {
  return missing === null && facts === null
}

async function verified(
  { file, facts, missing }: FilePair<ChosenFile>,
  onProgress: (verification: Verification) => void,
  tools: () => Promise<Tools>,
  signal: AbortSignal,
): Promise<Result> {
  const name = (file ?? facts)?.name ?? ''
  const tell = (bytes: number) => {
    if (!signal.aborted) onProgress({ phase: 'checking', name, bytes, size: file?.blob.size ?? 0 })
  }
  try {
    if (!file || missing !== null) throw new UnreadableFile(words.notChosen(missing ?? ''))
    tell(0)
    const { keys, checkExport, packs } = await tools()
    const options = { signal, onProgress: tell, keys }
    if (await packs.isPack(file.name, file.blob))
      return { kind: 'pack', ...(await packs.checkPack(file, options)) }
    return { kind: 'checked', ...(await checkExport(file, facts?.blob ?? null, options)) }
  } catch (error) {
    const sentence = error instanceof UnreadableFile ? error.message : words.unreadable
    return { kind: 'unreadable', name, sentence }
  }
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
