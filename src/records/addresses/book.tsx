/** The address book for every view that shows an address. It is read once the first of them is painted. */
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
import type { AddressBook, AddressFacts, PartyFacts } from '../../addresses/book.ts'
import type { NamedParty } from '../../addresses/party.ts'
import { useDirectory } from '../../api/directory.ts'
import { useOwnTransactions } from '../../api/transactions-read.ts'
import { painted } from '../../ui/lazy.tsx'
import { markSameAddresses } from './same-address.ts'

/** Null until it is there, and where it could not be loaded: then nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  return useBook(true)
}

/** Whether the book has the latest readings. Before, it may lack an address, so that its silence means nothing. A failed reading counts as read. */
export function useIsBookCurrent(): boolean {
  return useContext(IsCurrent)
}

export function useAddressFacts(address: string | null, networkId: string | null): AddressFacts | null {
  const book = useBook(Boolean(address))
  return book && address ? book.factsOf(address, networkId) : null
}

export function usePartyFacts(party: NamedParty): PartyFacts {
  return useBook(Boolean(party.address))?.partyFactsOf(party) ?? { facts: null, mismatch: null }
}

function useBook(isWanted: boolean): AddressBook | null {
  const { book, want } = useContext(Shared)
  useEffect(() => {
    if (isWanted) want()
  }, [isWanted, want])
  return book
}

const Shared = createContext<{ readonly book: AddressBook | null; readonly want: () => void }>({
  book: null,
  want: () => undefined,
})
const IsCurrent = createContext(false)

export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  const [isWanted, setWanted] = useState(false)
  // The first rows come first.
  const [want] = useState(() => () => void painted().then(() => setWanted(true)))
  const { book, isCurrent } = useMadeBook(isWanted)
  // Drawn between inputs: a page may show two hundred addresses.
  const shown = useDeferredValue(book)
  const shared = useMemo(() => ({ book: shown, want }), [shown, want])
  return (
    <Shared value={shared}>
      <IsCurrent value={isCurrent && shown === book}>{children}</IsCurrent>
    </Shared>
  )
}

type MakeBook = typeof import('../../addresses/book.ts')['addressBook']

function useMadeBook(isWanted: boolean) {
  const { whitelists, areAllWhitelists, waiting } = useDirectory(isWanted ? ['whitelists'] : [])
  const { transactions, isWaiting } = useOwnTransactions(isWanted)
  const [make, setMake] = useState<MakeBook | null>(null)
  useEffect(() => {
    if (!isWanted) return
    void import('../../addresses/book.ts').then(
      ({ addressBooks }) => startTransition(() => setMake(() => addressBooks())),
      () => undefined,
    )
  }, [isWanted])
  const latest = useMemo(
    () => ({ whitelists, areAllWhitelists, transactions }),
    [whitelists, areAllWhitelists, transactions],
  )
  const read = useDeferredValue(latest)
  const book = useMemo(
    () => make?.(read.whitelists, read.transactions, read.areAllWhitelists) ?? null,
    [make, read],
  )
  return {
    book,
    isCurrent: book !== null && read === latest && !isWaiting && !waiting.includes('whitelists'),
  }
}
