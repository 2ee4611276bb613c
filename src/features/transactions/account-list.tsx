/** The transactions of a filter. A service compares addresses as text, so it is asked for an account in every spelling that is known. */
import {
  type TransactionRange,
  type TransactionsAsked,
  useListsFromBooks,
  useTransactions,
} from '../../api/hooks.ts'
import { type Filter, needsBooks, serviceFilter, type TransactionFilter } from '../../contract/endpoints.ts'
import { notAsked, stillAsking, useAddressRequests } from '../../list/address-requests.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Banner } from '../../ui/messages.tsx'
import { transactionsHref } from '../../url/hrefs.ts'

/** The rows of the address as written come first. Those of its other spellings join them once chains and lists are loaded. Books know them all. */
export function useTransactionMatches(
  filter: TransactionFilter,
  { sort, ...pages }: TransactionRange,
  live: boolean,
) {
  const isFromBooks = useListsFromBooks()
  const isAsked = isFromBooks || !needsBooks(filter)
  const { written, known, doubt } = useAddressRequests(filter)
  const range = isFromBooks && sort !== undefined ? { ...pages, sort } : pages
  const isMore = isAsked && !isFromBooks && known.requests.length > written.requests.length
  const all = useTransactions(known.requests, range, { live, enabled: isMore })
  const isJoined = isMore && all.data !== undefined
  const asked: TransactionsAsked = isFromBooks ? filter : written.requests
  const first = useTransactions(asked, range, { live, enabled: isAsked && !isJoined })
  const { requests, spellings } = isJoined ? known : written
  const joined = (isJoined ? all : first).data?.joined
  const at = (places: readonly number[]) => places.flatMap((place) => requests[place] ?? [])
  const held = joined && joined.held.length > 0 ? at(joined.held) : written.requests
  const { source_address: _, destination_address: __, ...plain } = serviceFilter(filter)
  return {
    query: isJoined ? all : first,
    beside: isMore ? [all] : [],
    isFromBooks,
    /** False where only books can tell, and they are not there. */
    isAsked,
    /** `held` are the filters whose lists are shown, as a service takes them. */
    asked: isJoined ? known.requests : asked,
    range,
    held: useStableValue(isFromBooks ? [plain] : held),
    leftOut: joined ? at(joined.leftOut) : [],
    spellings: isFromBooks ? [] : spellings,
    /** Why there may be more than is listed: a sentence. */
    doubt: isFromBooks ? null : isMore && !isJoined ? (all.isError ? notAsked : stillAsking) : doubt,
  }
}

/** "To 0x…", "From 0x…". */
function requestInWords({ source_address, destination_address }: Filter<'transactions'>): string {
  return [
    ...(destination_address === undefined ? [] : [`To ${destination_address}`]),
    ...(source_address === undefined ? [] : [`From ${source_address}`]),
  ].join(', ')
}

/** Which spellings of an address were asked for, and what of them is not in the list. */
export function AccountNotice({
  held,
  leftOut,
  spellings,
  doubt,
}: {
  held: readonly Filter<'transactions'>[]
  leftOut: readonly Filter<'transactions'>[]
  spellings: readonly string[]
  doubt: string | null
}) {
  const [shown] = held
  const ends = new Set(held.map(({ source_address }) => (source_address === undefined ? 'to' : 'from')))
  return (
    <>
      {leftOut.length > 0 && shown && (
        <Banner tone="warning" title="Not all transactions of this address are in this list">
          <p>
            Its lists are too long to be read whole and joined. Here: <Request request={shown} />. Not here:
          </p>
          <ul>
            {leftOut.map((request) => (
              <li key={JSON.stringify(request)}>
                <Link to={transactionsHref(request)}>
                  <Request request={request} />
                </Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {(spellings.length > 1 || doubt !== null) && (
        <details className={classes(layout.small, layout.muted)}>
          <summary>
            {spellings.length > 1
              ? `Asked for ${spellings.length} spellings of the address`
              : 'Asked for the address as written'}
            {ends.size > 1 && ', first to it, then from it'}
            {doubt !== null && `. ${doubt}`}
          </summary>
          <ul>
            {spellings.map((spelling) => (
              <li key={spelling}>
                <FullIdentifier text={spelling} grouped={false} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Request({ request }: { request: Filter<'transactions'> }) {
  return <UntrustedText text={requestInWords(request)} />
}
