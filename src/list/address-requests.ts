import { useMemo } from 'react'
import { type AddressRequests, hasAddress, requestsOf } from '../addresses/requests.ts'
import { counted } from '../contract/count-text.ts'
import { serviceFilter, type TransactionFilter } from '../contract/endpoints.ts'
import { useAddressBook, useBookReadings } from '../records/addresses/book.tsx'
import { useStableValue } from '../ui/hooks.ts'

const stillAsking = 'Other spellings of the address are still being asked for.'
const notAsked = 'Other spellings of the address could not be asked for.'

interface RequestsKnown {
  readonly written: AddressRequests
  /** For every spelling that is known so far. */
  readonly known: AddressRequests
  /** Why these may not be all: a sentence. */
  readonly doubt: string | null
  readonly isWaiting: boolean
}

/** A service compares addresses as text, so an account is asked for in every spelling that a list or its chain has. */
export function useAddressRequests(filter: TransactionFilter): RequestsKnown {
  const isByAddress = hasAddress(filter)
  const book = useAddressBook()
  const { whitelists, vaults, areAllWhitelists } = useBookReadings()
  const written = useMemo(() => requestsOf(filter, (address) => [address]), [filter])
  const spelled = useMemo(
    () =>
      isByAddress && book
        ? requestsOf(filter, (address) => book.spellingsOf(address, serviceFilter(filter).network_id ?? null))
        : null,
    [isByAddress, book, filter],
  )
  const known = useStableValue(spelled ?? written)
  const isFailed = [whitelists, vaults].includes('failed')
  const isUnread = spelled === null || [whitelists, vaults].includes('waiting')
  const isWaiting = isByAddress && !isFailed && isUnread
  const doubt = () => {
    if (!isByAddress) return null
    if (isWaiting) return stillAsking
    if (spelled === null) return notAsked
    if (isFailed || !areAllWhitelists)
      return 'Not all lists that may spell the address differently could be read.'
    return known.unasked > 0
      ? `${counted(known.unasked, 'more spelling')} of the address ${known.unasked === 1 ? 'is' : 'are'} known, and not asked for.`
      : null
  }
  return { written, known, doubt: doubt(), isWaiting }
}
