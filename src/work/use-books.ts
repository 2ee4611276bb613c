import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession, useSessionMark } from '../api/hooks.ts'
import type { HeldBooks } from '../books/books.ts'
import { announce } from '../ui/inline.tsx'
import { signInHref } from '../url/sign-in.ts'
import { lastReading } from './last-reading.ts'
import type { HeldPack, Task, WorkState } from './task.ts'
import type { ViewInput, ViewName } from './views.ts'
import { askBooks, loadWork, useWork, useWorkTray } from './work.ts'

/** Null until the books of this session are read. */
export function useBooks(): {
  readonly books: HeldBooks | null
  readonly isReading: boolean
  /** Their code could not be loaded, or their reading has stopped because of an error. */
  readonly isStopped: boolean
  /** Reads or updates them. */
  readonly read: () => void
  readonly readEverything: () => void
} {
  const books = useWork(booksOf)
  const phase = useBooksTask()?.phase
  const { isOpening } = useKeptBooks()
  const { isMissing } = useWorkTray()
  const session = useSession().data
  const navigate = useNavigate()
  const location = useLocation()
  const read = async (isEverything: boolean) => {
    if (!session?.signedIn) return void navigate(signInHref(location))
    const store = await loadWork().catch(() => null)
    if (store) store.readBooks(session, { isEverything })
    else announce('The part of the console that reads the books could not be loaded.')
  }
  return {
    books: books !== null && books.session === session?.mark ? books.books : null,
    isReading: isOpening || phase === 'running' || phase === 'waiting',
    isStopped: isMissing || phase === 'held',
    read: () => void read(false),
    readEverything: () => void read(true),
  }
}

const booksOf = ({ books }: WorkState) => books

/** The reading of the books with its progress, or why it failed. */
export function useBooksTask(): Task | undefined {
  return useWork(({ tasks }) => tasks.find(({ kind }) => kind === 'books'))
}

export function useKeptBooks() {
  const { session, kept, seconds } = lastReading.useValue()
  const mark = useSession().data?.mark
  const books = useWork(booksOf)
  const isOwn = session !== null && session === mark
  const { isMissing } = useWorkTray()
  const isOpening = books === null && isOwn && kept !== null && !isMissing
  const about = isOwn && seconds !== null ? ` (about ${durationText(seconds)})` : ''
  return {
    /** True while kept books are being loaded into this tab. */
    isOpening,
    /** " (about 12 s)", from the last reading. */
    about,
    readLabel: `Read the books${about}`,
  } as const
}

function durationText(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** An earlier audit pack that the reader has chosen. */
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
