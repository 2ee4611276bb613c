import { useEffect, useRef, useState } from 'react'
import type { Check } from '../../export/check.ts'
import { type OpenExport, openExport } from '../../export/open-export.ts'
import { type FilePair, pairFiles } from '../../export/pair-files.ts'
import { UnreadableFile } from '../../export/unreadable-file.ts'
import { isVerified, verifyExport } from '../../export/verify.ts'
import { verdictOf } from '../../export/verify-text.ts'
import { announce } from '../../ui/LiveRegion.tsx'

/** A file that was chosen. */
export interface ChosenFile {
  readonly name: string
  readonly blob: File
}

/** What one export came to; `unreadable` also where its other half was not among what was chosen. */
export type Verified =
  | { readonly kind: 'unreadable'; readonly name: string; readonly sentence: string }
  | { readonly kind: 'checked'; readonly opened: OpenExport; readonly checks: readonly Check[] }

/** How far checking is. XLSX has its facts within, everything else waits for its other half. */
export type Verification =
  | { readonly phase: 'choosing'; readonly halves: readonly FilePair<ChosenFile>[] }
  | { readonly phase: 'checking'; readonly name: string; readonly bytes: number; readonly size: number }
  | { readonly phase: 'checked'; readonly results: readonly Verified[]; readonly run: number }

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
    const results: Verified[] = []
    for (const pair of waiting) {
      const result = await verified(pair, setVerification, signal)
      if (signal.aborted) return
      results.push(result)
    }
    runs.current += 1
    // What cannot be read at all is an alarm, which speaks for itself.
    if (results.length > 1 || results[0]?.kind === 'checked') announce(`${sentenceOfAll(results)}.`)
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
      announce('Cancelled.')
    },
  }
}

/** What all results came to, in one sentence without its full stop. */
export function sentenceOfAll(results: readonly Verified[]): string {
  const [only, ...others] = results
  if (only && others.length === 0)
    return only.kind === 'checked'
      ? verdictOf(only.opened.facts, only.checks)
      : only.sentence.replace(/\.$/, '')
  const good = results.filter((each) => each.kind === 'checked' && isVerified(each.checks)).length
  return `${good} of ${results.length} exports are as their facts say`
}

const nothing: Verification = { phase: 'choosing', halves: [] }

function isWithFactsWithin({ facts, missing }: FilePair<ChosenFile>): boolean {
  return missing === null && facts === null
}

async function verified(
  { file, facts, missing }: FilePair<ChosenFile>,
  onProgress: (verification: Verification) => void,
  signal: AbortSignal,
): Promise<Verified> {
  const name = (file ?? facts)?.name ?? ''
  const tell = (bytes: number) => {
    if (!signal.aborted) onProgress({ phase: 'checking', name, bytes, size: file?.blob.size ?? 0 })
  }
  try {
    if (!file || missing !== null)
      throw new UnreadableFile(
        file
          ? `Its facts are not among the files that were chosen: ${missing} was looked for.`
          : `The export of these facts is not among the files that were chosen: ${missing} was looked for.`,
      )
    tell(0)
    const opened = await openExport(file.blob, file.name, facts?.blob ?? null)
    return { kind: 'checked', opened, checks: await verifyExport(opened, { signal, onProgress: tell }) }
  } catch (error) {
    return { kind: 'unreadable', name, sentence: sentenceOf(error) }
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  return 'The browser cannot read the file: it was moved, changed or taken away after it was chosen.'
}
