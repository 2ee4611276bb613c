/** The long work of this tab. What does it is loaded when something is begun, or once the frame is painted. */
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

/** Says where the worker's script is. */
export function workIn(workerUrl: string): void {
  worker = workerUrl
}

export function useWork(): WorkState {
  return useSyncExternalStore(subscribe, () => state)
}

/** What does the work; null until it is loaded. */
export function useWorkStore(): WorkStore | null {
  return useSyncExternalStore(subscribe, () => store)
}

/** Throws where that part of the console cannot be loaded; it may come with the next try. */
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

/** Begins a task, and gives its id. Throws as `loadWork` does. */
export async function beginTask<Input>(request: TaskRequest<Input>): Promise<string> {
  return (await loadWork()).begin(request)
}

/** Whether signing out may go on: where it would lose a file that is being made, the reader is asked. */
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

/** Takes the answer to the question whether to sign out although files are being made; null while nobody is asked. */
export function useSigningOutAsked(): ((isSure: boolean) => void) | null {
  return useSyncExternalStore(subscribe, () => answer)
}

/** After signing out: nothing of it is left for whoever signs in next. */
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
