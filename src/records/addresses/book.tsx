/** What the console knows of addresses, for every view that shows one. Read and made once the first one is painted. */

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

/** The address book; null until it is there, and where it could not be fetched: then nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  return useBook(true)
}

/**
 * Whether the book is made of the latest readings of all that it is made of. Before that it may lack the very address that it is asked about,
 * and its silence means nothing. What could not be read is not waited for.
 */
export function useIsBookCurrent(): boolean {
  return useContext(IsCurrent)
}

/** What is known of one address on its network; null where nothing can be said yet. */
export function useAddressFacts(address: string | null, networkId: string | null): AddressFacts | null {
  const book = useBook(Boolean(address))
  return book && address ? book.factsOf(address, networkId) : null
}

/** What is known of one end of a transaction and of its address. */
export function usePartyFacts(party: NamedParty): PartyFacts {
  return useBook(Boolean(party.address))?.partyFactsOf(party) ?? nothingSaid
}

const nothingSaid: PartyFacts = { facts: null, mismatch: null }

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

/** Gives every view below it the address book. */
export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  const [isWanted, setWanted] = useState(false)
  // The first rows do not wait for what is known of addresses.
  const [want] = useState(() => () => void painted().then(() => setWanted(true)))
  const { book, isCurrent } = useMadeBook(isWanted)
  // A page shows two hundred addresses: what is known of them is drawn between inputs.
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
