/** What the console knows of addresses, for every view that shows one. Fetched and made once the page stands. */
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
import { useOwnTransactions } from '../../api/addresses.ts'
import { useDirectory } from '../../api/directory.ts'
import { markSameAddresses } from './same-address.ts'

const Context = createContext<AddressBook | null>(null)

/** The address book; null until it is there, and where it could not be fetched: then nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  return useContext(Context)
}

/** What is known of one address on its network; null where nothing can be said yet. */
export function useAddressFacts(address: string | null, networkId: string | null): AddressFacts | null {
  const book = useAddressBook()
  return useMemo(
    () => (book && address ? book.factsOf(address, networkId) : null),
    [book, address, networkId],
  )
}

/** Gives every view below it the address book. */
export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  return <Context value={useMakeBook()}>{children}</Context>
}

type Maker = typeof import('../../addresses/book.ts')['addressBook']

function useMakeBook(): AddressBook | null {
  const { whitelists } = useDirectory(needed)
  const transactions = useOwnTransactions()
  const [make, setMake] = useState<Maker | null>(null)
  useEffect(() => {
    // The hash functions in it are nothing that the first rows should wait for.
    void import('../../addresses/book.ts').then(
      ({ addressBook }) => startTransition(() => setMake(() => addressBook)),
      () => undefined,
    )
  }, [])
  // An input that waits for an answer goes before the names of addresses.
  const books = useDeferredValue(useMemo(() => ({ whitelists, transactions }), [whitelists, transactions]))
  return useMemo(() => make?.(books.whitelists, books.transactions) ?? null, [make, books])
}

const needed = ['whitelists'] as const
