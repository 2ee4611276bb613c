import { useEffect, useRef, useState } from 'react'
import type { Check } from '../../export/check.ts'
import { type OpenExport, openExport } from '../../export/open-export.ts'
import { UnreadableFile } from '../../export/unreadable-file.ts'
import { verifyExport } from '../../export/verify.ts'
import { verdictOf } from '../../export/verify-text.ts'
import { announce } from '../../ui/LiveRegion.tsx'

/** The files that were chosen so far. XLSX has its facts within. */
export interface Chosen {
  readonly file: File | null
  readonly facts: File | null
}

/** How far checking is. */
export type Verification =
  | { readonly phase: 'choosing' }
  | { readonly phase: 'checking'; readonly bytes: number; readonly size: number }
  | { readonly phase: 'unreadable'; readonly sentence: string }
  | { readonly phase: 'checked'; readonly opened: OpenExport; readonly checks: readonly Check[] }

/** An export that is checked as soon as its file and its facts are there. */
export interface UseVerification {
  readonly chosen: Chosen
  readonly verification: Verification
  /** Takes files, in any order, one after the other or together. After a check it begins anew. */
  readonly choose: (files: readonly File[]) => void
  readonly cancel: () => void
}

/** Checks an export in this browser. It ends when the page is left. */
export function useVerification(): UseVerification {
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [verification, setVerification] = useState<Verification>(choosing)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const check = async ({ file, facts }: Chosen, signal: AbortSignal) => {
    if (!file || (!facts && !(await isZip(file))) || signal.aborted) return
    setVerification({ phase: 'checking', bytes: 0, size: file.size })
    try {
      const opened = await openExport(file, file.name, facts)
      const onProgress = (bytes: number) => {
        if (!signal.aborted) setVerification({ phase: 'checking', bytes, size: file.size })
      }
      const checks = await verifyExport(opened, { signal, onProgress })
      if (signal.aborted) return
      announce(`${verdictOf(opened.facts, checks)}.`)
      setVerification({ phase: 'checked', opened, checks })
    } catch (error) {
      if (signal.aborted) return
      setVerification({ phase: 'unreadable', sentence: sentenceOf(error) })
    }
  }

  return {
    chosen,
    verification,
    choose: (files) => {
      // What is still being checked says nothing about what is chosen now.
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      void sorted(files).then((more) => {
        if (controller.signal.aborted) return
        const before = verification.phase === 'choosing' ? chosen : nothing
        const all = { file: more.file ?? before.file, facts: more.facts ?? before.facts }
        setChosen(all)
        setVerification(choosing)
        void check(all, controller.signal)
      })
    },
    cancel: () => {
      running.current?.abort()
      setChosen(nothing)
      setVerification(choosing)
      announce('Cancelled.')
    },
  }
}

const nothing: Chosen = { file: null, facts: null }
const choosing: Verification = { phase: 'choosing' }

/** Facts are an object, and no export begins as one, whatever the files are called. */
async function sorted(files: readonly File[]): Promise<Chosen> {
  let chosen = nothing
  for (const file of files) {
    const isFacts = (await beginning(file, 1)) === '{'
    chosen = isFacts ? { ...chosen, facts: file } : { ...chosen, file }
  }
  return chosen
}

async function isZip(file: File): Promise<boolean> {
  return (await beginning(file, 2)) === 'PK'
}

async function beginning(file: File, length: number): Promise<string> {
  return file
    .slice(0, length)
    .text()
    .catch(() => '')
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  return 'The browser cannot read the file: it was moved, changed or taken away after it was chosen.'
}
