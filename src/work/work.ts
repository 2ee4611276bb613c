/** The long work of this tab. The store loads with the first task, or after the first paint. */
import { useSyncExternalStore } from 'react'
import { forgetKeptBooks } from './last-reading.ts'
import type { TaskRequest, WorkState } from './task.ts'
import type { WorkStore } from './work-store.ts'

let state: WorkState = { tasks: [], books: null }
let loading: Promise<WorkStore> | null = null
let store: WorkStore | null = null
let answer: ((isSure: boolean) => void) | null = null
let worker = ''
const listeners = new Set<() => void>()

export function workIn(workerUrl: string): void {
  worker = workerUrl
}

/** What `select` takes of the work: the same value until that changes, since every report of progress makes a new state. */
export function useWork<Part>(select: (work: WorkState) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(state))
}

/** Null until it is loaded. */
export function useWorkStore(): WorkStore | null {
  return useSyncExternalStore(subscribe, () => store)
}

/** Throws if the chunk cannot be loaded; the next call tries again. */
export function loadWork(): Promise<WorkStore> {
  loading ??= import('./work-store.ts').then(({ WorkStore, workerStarter }) => {
    store = new WorkStore(workerStarter(worker), (next) => {
      state = next
      tell()
    })
    tell()
    return store
  })
  loading.catch(() => {
    loading = null
  })
  return loading
}

/** Returns the task's id. Throws as `loadWork` does. */
export async function beginTask<Input>(request: TaskRequest<Input>): Promise<string> {
  return (await loadWork()).begin(request)
}

/** Asks the reader if signing out would lose a file that is being made. */
export async function askBeforeSigningOut(): Promise<boolean> {
  if (!store?.hasFilesToLose()) return true
  return await new Promise((resolve) => {
    answer = (isSure) => {
      answer = null
      tell()
      resolve(isSure)
    }
    tell()
  })
}

/** Takes the reader's answer; null while no question is open. */
export function useSigningOutAsked(): ((isSure: boolean) => void) | null {
  return useSyncExternalStore(subscribe, () => answer)
}

export function forgetWork(): void {
  store?.forget()
  forgetKeptBooks()
}

function tell(): void {
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
