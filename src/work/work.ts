/**
 * The long work of this tab. The store and its tray load together, after the first paint or with the first task: without the tray nobody
 * would see a task, answer its question, or tell the store who is signed in.
 */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession, useSessionMark } from '../api/session.ts'
import type { HeldBooks } from '../books/books.ts'
import { lazyChunk } from '../ui/lazy.tsx'
import { signInHref } from '../url/sign-in.ts'
import { forgetKeptBooks, lastReading } from './last-reading.ts'
import {
  type HeldPack,
  type Job,
  noReading,
  noWork,
  type ReadingState,
  type TaskControl,
  type TaskFile,
  type TaskRequest,
  type WorkState,
} from './task.ts'
import type { ViewInput, ViewName, ViewValue } from './views.ts'
import type { WorkStore } from './work-store.ts'

let state = noWork
let loading: Promise<WorkStore> | null = null
let store: WorkStore | null = null
let worker = ''
let loadTray: () => Promise<{ readonly default: ComponentType }> = () => Promise.reject()
let tray: { readonly Tray: ComponentType | null; readonly isMissing: boolean } = {
  Tray: null,
  isMissing: false,
}
const listeners = new Set<() => void>()

export function workIn(workerUrl: string, load: typeof loadTray): void {
  worker = workerUrl
  loadTray = load
}

/** What `select` takes of the work: the same value until that changes, since every report of progress makes a new state. */
export function useWork<Part>(select: (work: WorkState) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(state))
}

export function useWorkStore(): WorkStore | null {
  return useSyncExternalStore(subscribe, () => store)
}

/** The tray once it is loaded. `isMissing`: what does long work could not be loaded, and the next task tries again. */
export function useWorkTray(): typeof tray {
  return useSyncExternalStore(subscribe, () => tray)
}

/** Throws if the code cannot be loaded; the next call tries again. */
export function loadWork(): Promise<WorkStore> {
  loading ??= openWork()
  return loading
}

const loadWorkers = lazyChunk(() => import('./workers.ts'))
const loadCode = lazyChunk(() => Promise.all([import('./work-store.ts'), loadWorkers(), loadTray()]))

async function openWork(): Promise<WorkStore> {
  try {
    const [{ WorkStore }, { startWorker }, { default: Tray }] = await loadCode()
    tray = { Tray, isMissing: false }
    store = new WorkStore(
      () => startWorker(worker),
      (next) => {
        state = next
        tell()
      },
    )
    return store
  } catch (error) {
    loading = null
    tray = { Tray: null, isMissing: true }
    throw error
  } finally {
    tell()
  }
}

/** Returns the task's id. Throws as `loadWork` does. */
export async function beginTask<Input>(
  request: TaskRequest<Input>,
  onSaved?: (file: TaskFile) => void,
): Promise<string> {
  return (await loadWork()).begin(request, onSaved)
}

/** Does a job for a page that waits for its value. Its worker ends with the value or the signal. Throws as `WorkerLink.value` does. */
export async function askWorker<Value>(
  job: Job,
  { signal, onProgress }: Pick<TaskControl, 'signal' | 'onProgress'>,
): Promise<Value> {
  const { startWorker, WorkerLink } = await loadWorkers()
  const link = new WorkerLink(startWorker(worker))
  try {
    return await link.value(job.kind, job, null, {
      signal,
      onReport(report) {
        if (report.type === 'progress') onProgress(report.progress)
      },
    })
  } finally {
    link.end()
  }
}

/** What a view makes of books that the worker holds. Throws as `loadWork` does, a sentence for the reader, or the signal's reason. */
export async function askBooks<Name extends ViewName>(
  view: Name,
  books: string,
  input: ViewInput<Name>,
  signal: AbortSignal,
  others: readonly string[] = [],
): Promise<ViewValue<Name>> {
  const store = await loadWork()
  // What a view gives is what its name says.
  return (await store.askBooks({ view, books, input, others }, signal)) as ViewValue<Name>
}

/** Opens the books of a checked pack. They stay until they are released, or another session begins. Throws as `askBooks` does. */
export async function holdPack(checked: unknown, session: string, signal: AbortSignal): Promise<HeldPack> {
  return await (await loadWork()).openPack(checked, session, signal)
}

export function releasePack({ books }: HeldPack): void {
  store?.release(books.id)
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

/** Null until everything was read once, and while nobody is signed in. `isOpening`: this browser keeps those of the session. */
export function useBooks(): { readonly books: HeldBooks | null; readonly isOpening: boolean } {
  const read = useWork(booksOf)
  const mark = useSessionMark()
  const { session, kept } = lastReading.useValue()
  const books = read !== null && read.session === mark ? read.books : null
  return { books, isOpening: books === null && kept !== null && session === mark }
}

const booksOf = ({ books }: WorkState) => books

/** How far the reading is, which is news several times a second. */
export function useReadingState(): ReadingState {
  const reading = useWork((work) => work.reading)
  return useWorkTray().isMissing ? codeMissing : reading
}

export function useReading() {
  const phase = useWork((work) => work.reading.phase)
  const isOpening = useWork((work) => work.reading.isOpening)
  const session = useSession().data
  const store = useWorkStore()
  const { isMissing } = useWorkTray()
  const navigate = useNavigate()
  const location = useLocation()
  const isUnderWay = phase === 'running' || phase === 'waiting' || isOpening
  return {
    isUnderWay,
    /** Nothing is read until the reader does something. */
    isStopped: isMissing || phase === 'held' || phase === 'broken',
    /** The installation lets nobody read everything. */
    isForbidden: session?.sync === 'off',
    read() {
      if (!session?.signedIn) void navigate(signInHref(location))
      else store?.reading.read()
    },
    again: () => store?.reading.again(),
  }
}

/** Has the books read, and kept up to date, while the caller is on the page. */
export function useBooksNeeded(): void {
  const store = useWorkStore()
  // The frame may have failed to load it.
  useEffect(() => void loadWork().catch(() => {}), [])
  useEffect(() => store?.reading.need(), [store])
}

const codeMissing: ReadingState = {
  ...noReading,
  phase: 'broken',
  message: 'The part of the console that reads the records could not be loaded.',
}

export function useEarlierPack(): HeldPack | null {
  const session = useSessionMark()
  const earlier = useWork((work) => work.earlier)
  return earlier !== null && earlier.session === session ? earlier.pack : null
}

/** What a view makes of books. What it made of another input stays until then. Null books are asked nothing. */
export function useBooksView<Name extends ViewName>(
  view: Name,
  books: Pick<HeldBooks, 'id'> | null,
  input: ViewInput<Name>,
  others: readonly string[] = [],
) {
  const id = books?.id
  return useQuery({
    queryKey: ['books', id, view, input],
    queryFn: id === undefined ? skipToken : ({ signal }) => askBooks(view, id, input, signal, others),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing two large reports takes longer than drawing one.
    structuralSharing: false,
  })
}
