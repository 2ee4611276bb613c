/** The address book of all views. It is read once the first address is painted. */
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
import type { ListState } from '../../addresses/verdict.ts'
import { useOwnAddresses } from '../../api/addresses.ts'
import { useDirectory } from '../../api/directory.ts'
import { painted } from '../../ui/lazy.tsx'
import { markSameAddresses } from './same-address.ts'

/** Null until it is there. Where it could not be loaded, nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  return useBook(true)
}

/** How the book was read. `vaults`: the addresses of vaults, which transactions show. */
interface BookReadings {
  readonly whitelists: ListState
  readonly vaults: ListState
  /** False where the service may have more whitelists than it gave. */
  readonly areAllWhitelists: boolean
  /** False where not all transactions were looked at, or show more addresses than were given. */
  readonly areAllOwn: boolean
}

export function useAddressListStates(): BookReadings {
  return useContext(Readings)
}

export function useComparison(): ListState {
  const { whitelists, vaults, areAllWhitelists } = useAddressListStates()
  const readings = [whitelists, vaults]
  if (readings.includes('failed')) return 'failed'
  if (readings.includes('waiting')) return 'waiting'
  return areAllWhitelists ? 'read' : 'failed'
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
const unread: BookReadings = {
  ...{ whitelists: 'waiting', vaults: 'waiting' },
  ...{ areAllWhitelists: false, areAllOwn: false },
}
const Readings = createContext(unread)

export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  const [isWanted, setWanted] = useState(false)
  // After the first rows.
  const [want] = useState(() => () => void painted().then(() => setWanted(true)))
  const { book, whitelists, vaults, areAllWhitelists, areAllOwn } = useMadeBook(isWanted)
  // Drawn between inputs: a page may show two hundred addresses.
  const shown = useDeferredValue(book)
  const shared = useMemo(() => ({ book: shown, want }), [shown, want])
  const isShown = shown === book
  const readings = useMemo(
    () => (isShown ? { whitelists, vaults, areAllWhitelists, areAllOwn } : unread),
    [isShown, whitelists, vaults, areAllWhitelists, areAllOwn],
  )
  return (
    <Shared value={shared}>
      <Readings value={readings}>{children}</Readings>
    </Shared>
  )
}

type MakeBook = typeof import('../../addresses/book.ts')['AddressBook']

function useMadeBook(isWanted: boolean): { readonly book: AddressBook | null } & BookReadings {
  const { whitelists, areAllWhitelists, waiting, failed } = useDirectory(isWanted ? ['whitelists'] : [])
  const { data: shown, isError, isPending } = useOwnAddresses({ enabled: isWanted })
  const own = shown?.records ?? none
  const areAllOwn = shown !== undefined && shown.total === own.length
  // False if its script cannot be loaded.
  const [Book, setBook] = useState<MakeBook | false | null>(null)
  useEffect(() => {
    if (!isWanted) return
    void import('../../addresses/book.ts').then(
      ({ AddressBook: Loaded }) => startTransition(() => setBook(() => Loaded)),
      () => setBook(false),
    )
  }, [isWanted])
  const latest = useMemo(
    () => ({ whitelists, own, areAll: { whitelists: areAllWhitelists, own: areAllOwn } }),
    [whitelists, own, areAllWhitelists, areAllOwn],
  )
  const read = useDeferredValue(latest)
  // Of half the addresses it would warn of vaults' own ones, which look like those of whitelists, and take that back.
  const isWaiting = waiting.includes('whitelists') || isPending
  const book = useMemo(
    () => (Book && !isWaiting ? new Book(read.whitelists, read.own, read.areAll) : null),
    [Book, isWaiting, read],
  )
  const readingOf = (isFailed: boolean): ListState =>
    Book === false || isFailed ? 'failed' : book === null || read !== latest ? 'waiting' : 'read'
  return {
    book,
    whitelists: readingOf(failed.includes('whitelists')),
    vaults: readingOf(isError && shown === undefined),
    areAllWhitelists,
    areAllOwn,
  }
}

const none: readonly never[] = []
