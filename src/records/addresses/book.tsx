/** What the console knows of addresses, for every view that shows one. Fetched and made once the first one is painted. */
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { AddressBook, AddressFacts, PartyFacts } from '../../addresses/book.ts'
import type { NamedParty } from '../../addresses/named-party.ts'
import { useDirectory } from '../../api/directory.ts'
import { useOwnTransactions } from '../../api/transactions-read.ts'
import { painted } from '../../ui/lazy.tsx'
import { markSameAddresses } from './same-address.ts'

/** The address book; null until it is there, and where it could not be fetched: then nothing is claimed of any address. */
export function useAddressBook(): AddressBook | null {
  return useSaid(({ book }) => book, { isWanted: true })
}

/**
 * Whether the book is made of all that was asked for to make it, as it was read last. Before that it may lack the very address that
 * it is asked about, and nothing is to be concluded from its silence. What could not be read is not waited for.
 */
export function useIsBookCurrent(): boolean {
  return useSaid(({ isCurrent }) => isCurrent, { isWanted: false })
}

/** What is known of one address on its network; null where nothing can be said yet. */
export function useAddressFacts(address: string | null, networkId: string | null): AddressFacts | null {
  return useSaid(({ book }) => (book && address ? book.factsOf(address, networkId) : null), {
    isWanted: Boolean(address),
    address,
    networkId,
  })
}

/**
 * What is known of one end of a transaction and of its address, nothing as long as nothing can be said. Asked at once: a page of rows has
 * two hundred of them, and what follows the book takes more room than what it is told.
 */
export function usePartyFacts(party: NamedParty): PartyFacts {
  const { address, networkId } = party
  return useSaid(({ book }) => book?.partyFactsOf(party) ?? nothingSaid, {
    isWanted: Boolean(address),
    address,
    networkId,
  })
}

const nothingSaid: PartyFacts = { facts: null, mismatch: null }

/** Draws the view again only where what it asks is answered by another object. */
function useSaid<T>(
  ask: (said: Said) => T,
  { isWanted, address = null, networkId = null }: Pick<Follower, 'isWanted'> & Partial<Follower>,
): T {
  const shared = useContext(Context)
  // The same as long as the view is there: a page of rows that show other addresses has two hundred of them begin anew otherwise.
  const [follower] = useState<Follower>({ isWanted, address, networkId })
  const follow = useCallback(
    (changed: () => void) => shared.follow(changed, Object.assign(follower, { isWanted })),
    [shared, follower, isWanted],
  )
  return useSyncExternalStore(follow, () => {
    Object.assign(follower, { address, networkId })
    return ask(shared.said())
  })
}

/** Gives every view below it the address book. */
export function AddressBookProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const listening = new AbortController()
    markSameAddresses(listening.signal)
    return () => listening.abort()
  }, [])
  const [wanted, setWanted] = useState(false)
  // What is known of addresses is nothing that the first rows should wait for.
  const [shared] = useState(() => createShared(() => void painted().then(() => setWanted(true))))
  const said = useMakeBook(wanted)
  useLayoutEffect(() => void shared.publish(said), [shared, said])
  return <Context value={shared}>{children}</Context>
}

interface Said {
  readonly book: AddressBook | null
  readonly isCurrent: boolean
}

/** A view that shows what is said, and the address that it showed last. */
interface Follower {
  /** Whether it is a reason to make the book. */
  isWanted: boolean
  address: string | null
  networkId: string | null
}

function createShared(onWanted: () => void) {
  let said: Said = { book: null, isCurrent: false }
  let latest = said
  let isWanted = false
  const followers = new Map<() => void, Follower>()

  function say(now: Said): void {
    said = now
    for (const changed of [...followers.keys()]) changed()
  }

  return {
    said: () => said,
    follow(changed: () => void, follower: Follower): () => void {
      followers.set(changed, follower)
      if (follower.isWanted && !isWanted) {
        isWanted = true
        onWanted()
      }
      return () => followers.delete(changed)
    },
    /** All that is shown is looked up first, and drawn at once then: a few milliseconds at a time, so that an input need not wait. */
    async publish(now: Said): Promise<void> {
      latest = now
      // From an older book nothing is to be concluded meanwhile.
      if (said.isCurrent && !now.isCurrent) say({ ...said, isCurrent: false })
      let until = performance.now() + slice
      for (const { address, networkId } of [...followers.values()]) {
        if (address) now.book?.factsOf(address, networkId)
        if (performance.now() < until) continue
        await new Promise((resolve) => setTimeout(resolve))
        if (latest !== now) return
        until = performance.now() + slice
      }
      say(now)
    },
  }
}

const slice = 5

const Context = createContext(createShared(() => undefined))

type Maker = typeof import('../../addresses/book.ts')['addressBook']

function useMakeBook(wanted: boolean): Said {
  const { whitelists, areAllWhitelists, waiting } = useDirectory(wanted ? needed : nothing)
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
  const latest = useMemo(
    () => ({ whitelists, areAllWhitelists, transactions }),
    [whitelists, areAllWhitelists, transactions],
  )
  const books = useDeferredValue(latest)
  const book = useMemo(
    () => make?.(books.whitelists, books.transactions, books.areAllWhitelists) ?? null,
    [make, books],
  )
  const isCurrent = book !== null && books === latest && !isWaiting && !waiting.includes('whitelists')
  return useMemo(() => ({ book, isCurrent }), [book, isCurrent])
}

const needed = ['whitelists'] as const
const nothing: readonly never[] = []
