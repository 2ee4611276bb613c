import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession, useSessionMark } from '../api/hooks.ts'
import type { HeldBooks } from '../books/books.ts'
import { signInHref } from '../url/sign-in.ts'
import { lastReading } from './last-reading.ts'
import { type HeldPack, noReading, type ReadingState, type WorkState } from './task.ts'
import type { ViewInput, ViewName } from './views.ts'
import { askBooks, useWork, useWorkStore, useWorkTray } from './work.ts'

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
  const read = (isEverything: boolean) => {
    if (!session?.signedIn) void navigate(signInHref(location))
    else store?.reading.read({ isEverything })
  }
  const isUnderWay = phase === 'running' || phase === 'waiting' || isOpening
  return {
    isUnderWay,
    /** Nothing is read until the reader does something. */
    isStopped: isMissing || ['asked', 'held', 'broken'].includes(phase),
    /** The reader may have everything read. */
    isOffered: !isUnderWay && session?.sync.mode !== 'off' && ['asked', 'broken'].includes(phase),
    read: () => read(false),
    readEverything: () => read(true),
    again: () => store?.reading.again(),
    stop: () => store?.reading.stop(),
  }
}

/** Also while the tab is out of sight. */
export function useKeepReading(isWanted: boolean): void {
  const store = useWorkStore()
  useEffect(() => store?.reading.keep(isWanted), [store, isWanted])
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
