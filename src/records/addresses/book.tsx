/** What the console knows of addresses, for every view that shows one. Fetched and made once the first one is painted. */
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { AddressBook, AddressFacts } from '../../addresses/book.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import type { NamedParty } from '../../addresses/party.ts'
import { useOwnTransactions } from '../../api/addresses.ts'
import { useDirectory } from '../../api/directory.ts'
import { painted } from '../../ui/painted.ts'
import { markSameAddresses } from './same-address.ts'

interface Shared {
  readonly book: AddressBook | null
  /** Tells that an address is shown. What is known of it is nothing that the first rows should wait for. */
  readonly want: () => void
}

const Context = createContext<Shared>({ book: null, want: () => undefined })

// Apart from the book, so that the cells of a table are not drawn again for it.
const Current = createContext(false)

/** The address book; null until it is there, and where it could not be fetched: then nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  const { book, want } = useContext(Context)
  useEffect(want, [want])
  return book
}

/**
 * Whether the book is made of all that was asked for to make it, as it was read last. Before that it may lack the very address that
 * it is asked about, and nothing is to be concluded from its silence. What could not be read is not waited for.
 */
export function useIsBookCurrent(): boolean {
  return useContext(Current)
}

/** What is known of one address on its network; null where nothing can be said yet. */
export function useAddressFacts(address: string | null, networkId: string | null): AddressFacts | null {
  const { book, want } = useContext(Context)
  const isShown = Boolean(address)
  useEffect(() => {
    if (isShown) want()
  }, [isShown, want])
  return useMemo(
    () => (book && address ? book.factsOf(address, networkId) : null),
    [book, address, networkId],
  )
}

/** Why the name of one end of a transaction does not stand on its address; null where nothing says so, or nothing can be said yet. */
export function useMismatch(party: NamedParty): Mismatch | null {
  return useContext(Context).book?.mismatchOf(party) ?? null
}

/** Gives every view below it the address book. */
export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  const [wanted, setWanted] = useState(false)
  const [want] = useState(() => once(() => void painted().then(() => setWanted(true))))
  const { book, isCurrent } = useMakeBook(wanted)
  const shared = useMemo(() => ({ book, want }), [book, want])
  return (
    <Context value={shared}>
      <Current value={isCurrent}>{children}</Current>
    </Context>
  )
}

/** Every address that is shown asks for the book. */
function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    action()
  }
}

type Maker = typeof import('../../addresses/book.ts')['addressBook']

function useMakeBook(wanted: boolean): { readonly book: AddressBook | null; readonly isCurrent: boolean } {
  const { whitelists, waiting } = useDirectory(wanted ? needed : nothing)
  const { transactions, isWaiting } = useOwnTransactions(wanted)
  const [make, setMake] = useState<Maker | null>(null)
  useEffect(() => {
    if (!wanted) return
    void import('../../addresses/book.ts').then(
      ({ addressBooks }) => startTransition(() => setMake(() => addressBooks())),
      () => undefined,
    )
  }, [wanted])
  // An input that waits for an answer goes before the names of addresses.
  const latest = useMemo(() => ({ whitelists, transactions }), [whitelists, transactions])
  const books = useDeferredValue(latest)
  const book = useMemo(() => make?.(books.whitelists, books.transactions) ?? null, [make, books])
  const isCurrent = book !== null && books === latest && !isWaiting && !waiting.includes('whitelists')
  return { book, isCurrent }
}

const needed = ['whitelists'] as const
const nothing: readonly never[] = []
