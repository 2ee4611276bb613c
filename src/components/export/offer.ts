/** What somebody wants to take away as a file, from whichever page: the page offers, the shell asks how and shows how far it is. */
import { useSyncExternalStore } from 'react'
import type { ExportAsked } from '../../export/export-job.ts'

/** A list as it is on screen. */
export interface ExportOffer {
  readonly asked: ExportAsked
  /** What the list is called: "Transactions". */
  readonly title: string
  /** The ids of the table's columns on screen. */
  readonly shown: readonly string[]
  /** The view as a path with its query. */
  readonly link: string
  /** What narrows the page beside the filter, and the file not: what was typed to find something. */
  readonly narrowedBy: readonly string[]
}

let offer: ExportOffer | null = null
let asked = false
let answer: ((isSure: boolean) => void) | null = null
const listeners = new Set<() => void>()

/** Opens the question in which form to export; null closes it. */
export function offerExport(next: ExportOffer | null): void {
  offer = next
  asked ||= next !== null
  tell()
}

/** The export that somebody is asked about. */
export function useExportOffer(): ExportOffer | null {
  return useSyncExternalStore(subscribe, () => offer)
}

/** Whether signing out may go on: where it would end exports without a file, the reader is asked. */
export async function askBeforeSigningOut(): Promise<boolean> {
  if (!asked) return true
  // What could not be loaded has begun none.
  const loaded = await import('../../export/jobs.ts').catch(() => null)
  if (!loaded?.exportJobs.getSnapshot().some(loaded.isRunning)) return true
  return await new Promise((resolve) => {
    answer = (isSure) => {
      answer = null
      tell()
      resolve(isSure)
    }
    tell()
  })
}

/** Takes the answer to the question whether to sign out although exports run; null while nobody is asked. */
export function useSigningOutAsked(): ((isSure: boolean) => void) | null {
  return useSyncExternalStore(subscribe, () => answer)
}

/** After signing out: nothing of it is there for whoever signs in next. */
export async function forgetExports(): Promise<void> {
  if (!asked) return
  offerExport(null)
  await import('../../export/jobs.ts').then(
    ({ exportJobs }) => exportJobs.dismissAll(),
    // What could not be loaded has begun none.
    () => {},
  )
}

/** Whether exporting was thought of at all in this tab: all that it needs is fetched then. */
export function useExportsAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked)
}

function tell(): void {
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
