import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { useAddressBook } from '../../records/addresses/book.tsx'
import { sameAddress } from '../../records/addresses/same-address.ts'
import { FullIdentifier } from '../../records/Identifier.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { transactionsHref, whitelistHref } from '../../url/hrefs.ts'
import type { ListedEntry } from './findings.ts'
import styles from './hygiene.module.css'
import type { Tally } from './tally.ts'

/** The entries of an address: whose, for what, with which memo, and what went to each. */
export function EntryList({
  entries,
  spellings,
}: {
  entries: readonly ListedEntry[]
  /** How the address is written; the service filters by one at a time. */
  spellings: readonly string[]
}) {
  const book = useAddressBook()
  const isWrittenOnce = spellings.length === 1
  if (entries.length === 0) return null
  return (
    <ul className={styles.entries}>
      {entries.slice(0, mostShown).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
        <li key={index}>
          <WhitelistLink entry={entry} /> · <UntrustedText text={entry.asset_id} fallback="no asset" /> on{' '}
          <UntrustedText text={entry.network_id} fallback="no network" />
          {entry.memo?.trim() && (
            <>
              {' '}
              · memo{' '}
              <strong>
                <FullIdentifier text={entry.memo} grouped={false} />
              </strong>
            </>
          )}
          {!isWrittenOnce && (
            <>
              {' '}
              · written{' '}
              <span {...sameAddress(book?.factsOf(entry.address, entry.network_id) ?? null)}>
                <FullIdentifier text={entry.address} grouped={false} />
              </span>
            </>
          )}
          {' · '}
          <Uses
            uses={entry.uses}
            isUsed={entry.isUsed}
            noun="transaction"
            filter={{
              ...(entry.whitelist_id && { destination_id: entry.whitelist_id }),
              ...(isWrittenOnce && { destination_address: entry.address }),
              ...(entry.asset_id && { asset_id: entry.asset_id }),
              ...(entry.network_id && { network_id: entry.network_id }),
            }}
          />
        </li>
      ))}
      {entries.length > mostShown && (
        <li className={styles.note}>And {countText(entries.length - mostShown)} more.</li>
      )}
    </ul>
  )
}

const mostShown = 8

function WhitelistLink({ entry: { whitelist_id, whitelist_name } }: { entry: ListedEntry }) {
  const label = <UntrustedText text={whitelist_name || whitelist_id} fallback="A whitelist without a name" />
  return whitelist_id ? <Link to={whitelistHref(whitelist_id)}>{label}</Link> : label
}

/** How many transactions there are, as a link to them, and what the completed ones add up to. */
export function Uses({
  uses: { transactions, completed, completed_sums },
  filter,
  noun,
  isUsed = false,
}: {
  uses: Tally
  filter: Filter<'transactions'>
  /** What they are, in the singular. */
  noun: string
  /** There are some that name nobody, and so may be meant as well. */
  isUsed?: boolean
}) {
  if (transactions === 0)
    return <span className={styles.uses}>{isUsed ? 'no transaction names this entry' : 'never used'}</span>
  return (
    <span className={styles.uses}>
      <Link to={transactionsHref(filter)}>{counted(transactions, noun)}</Link>
      {completed > 0 && (
        <>
          {completed < transactions ? `, ${countText(completed)} completed: ` : ': '}
          {completed_sums.map(({ asset_id, network_id, amount, unreadable }, index) => (
            <span key={JSON.stringify([asset_id, network_id])}>
              {index > 0 && ', '}
              <Amount value={amount} asset={asset_id} />
              {unreadable > 0 && `, not counting ${counted(unreadable, 'unreadable amount')}`}
            </span>
          ))}
        </>
      )}
    </span>
  )
}
