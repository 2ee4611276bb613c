/** Which dialog about exports is open. Any page can open the one that exports its list; the shell shows it. */
import { useSyncExternalStore } from 'react'
import type { ListQuery } from '../../../files/list-export.ts'
import type { PackRequest } from '../../../files/pack.ts'
import type { StartWorker } from './job-store.ts'

/** A list as it is on screen. */
export interface ListOnScreen extends ListQuery {
  /** What the list is called: "Transactions". */
  readonly title: string
  /** The ids of the table's columns on screen. */
  readonly shown: readonly string[]
  /** The view as a path with its query. */
  readonly link: string
  /** What narrows the page beside the filter, and the file not: what was typed to find something. */
  readonly narrowedBy: readonly string[]
  /** How many records the whole list has; null where the page does not tell. */
  readonly rows: number | null
}

let list: ListOnScreen | null = null
let wasOpened = false
let answer: ((isSure: boolean) => void) | null = null
const listeners = new Set<() => void>()

/** Opens the dialog that asks in which form to export a list; null closes it. */
export function openExportDialog(next: ListOnScreen | null): void {
  list = next
  wasOpened ||= next !== null
  tell()
}

/** Begins an audit pack, which asks nothing. Throws where what makes it could not be loaded. */
export async function beginPack(request: PackRequest, startWorker: StartWorker): Promise<void> {
  const { exportJobs } = await import('./jobs.ts')
  exportJobs.start(request, startWorker)
  wasOpened = true
  tell()
}

/** The list that the open dialog is about; null where it is closed. */
export function useListToExport(): ListOnScreen | null {
  return useSyncExternalStore(subscribe, () => list)
}

/** Whether signing out may go on: where it would end exports without a file, the reader is asked. */
export async function askBeforeSigningOut(): Promise<boolean> {
  if (!wasOpened) return true
  // What could not be loaded has begun none.
  const loaded = await import('./jobs.ts').catch(() => null)
  if (!loaded?.exportJobs.hasRunning()) return true
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
  if (!wasOpened) return
  openExportDialog(null)
  await import('./jobs.ts').then(
    ({ exportJobs }) => exportJobs.dismissAll(),
    // What could not be loaded has begun none.
    () => {},
  )
}

/** Whether anything was ever exported in this tab, or was about to be: what exporting needs is loaded then. */
export function useWasExportDialogOpened(): boolean {
  return useSyncExternalStore(subscribe, () => wasOpened)
}

function tell(): void {
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
