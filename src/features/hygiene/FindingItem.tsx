import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import OctagonAlert from 'lucide-react/icons/octagon-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { KnownAddress } from '../../addresses/known.ts'
import { countText } from '../../contract/count-text.ts'
import { Amount } from '../../records/Amount.tsx'
import { AddressComparison } from '../../records/addresses/AddressComparison.tsx'
import { useAddressBook, useAddressFacts } from '../../records/addresses/book.tsx'
import { CopyAddress } from '../../records/addresses/CopyAddress.tsx'
import { sameAddress } from '../../records/addresses/same-address.ts'
import { FullIdentifier } from '../../records/Identifier.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { checkHref, transactionHref, transactionsHref, whitelistHref } from '../../url/hrefs.ts'
import { EntryList, Uses } from './EntryList.tsx'
import type { Finding, NamedDestination, Severity, Subject } from './findings.ts'
import styles from './hygiene.module.css'
import type { Tally } from './tally.ts'
import { moreAddresses, severityLabels, wentTo, withMemoHere } from './words.ts'

/** One finding: how grave it is and why, the addresses that it is about, and what speaks for it. */
export function FindingItem({ finding }: { finding: Finding }) {
  const { kind, severity, because, subjects, withMemo, resembles, namedAs, sentMemos } = finding
  const [first, ...others] = subjects
  const alike = others.slice(0, mostAlike)
  return (
    <li className={styles.finding}>
      <div className={styles.part}>
        <p className={styles.because}>
          <SeverityBadge severity={severity} /> <span>{because}</span>
        </p>
        {alike.map((subject) => (
          <Compared
            key={subject.address}
            title={<WhoHas subject={subject} />}
            subject={subject}
            known={knownAs(first)}
          />
        ))}
        {others.length > alike.length && (
          <p className={styles.note}>{moreAddresses(others.length - alike.length)}</p>
        )}
        {resembles && (
          <Compared
            title={first.entries.length > 0 ? <WhoHas subject={first} /> : wentTo}
            subject={first}
            known={resembles}
          />
        )}
        {!resembles && alike.length === 0 && (
          <p className={styles.address}>
            <Whole subject={first} />
            <CopyAddress label="address" text={first.address} networkId={first.network_id} />
            <Link to={checkHref({ address: first.address, network_id: first.network_id })} data-print="hide">
              Check
            </Link>
          </p>
        )}
      </div>
      <div className={styles.part}>
        {first.entries.length === 0 && <Withdrawals subject={first} namedAs={namedAs} />}
        {[first, ...alike].map(({ address, entries, spellings }) => (
          <EntryList key={address} entries={entries} spellings={spellings} />
        ))}
        {kind === 'other-memo' && <SentWith memos={sentMemos} uses={first.uses} />}
        {withMemo.length > 0 && (
          <>
            <p className={styles.note}>{withMemoHere}</p>
            <EntryList entries={withMemo} spellings={first.spellings} />
          </>
        )}
      </div>
    </li>
  )
}

const mostAlike = 4

/** Two addresses one above the other; as they are as long as it cannot be said where they differ. */
function Compared({ title, subject, known }: { title: ReactNode; subject: Subject; known: KnownAddress }) {
  const { address } = subject
  if (useAddressBook() !== null)
    return <AddressComparison address={address} title={title} lookAlike={{ known, likeness: 'both-ends' }} />
  return [address, known.address].map((text) => <FullIdentifier key={text} text={text} />)
}

function Whole({ subject: { address, network_id } }: { subject: Subject }) {
  return (
    <span {...sameAddress(useAddressFacts(address, network_id))}>
      <FullIdentifier text={address} />
    </span>
  )
}

function WhoHas({ subject }: { subject: Subject }) {
  const [entry] = subject.entries
  const name = entry?.whitelist_name ?? entry?.whitelist_id ?? null
  return <UntrustedText text={name} fallback="Without a name" />
}

/** With which memos they went, how much, and the first few of them: the service cannot be asked for a memo. */
function SentWith({
  memos,
  uses: { transactions, completed_sums, transaction_ids },
}: {
  memos: readonly string[]
  uses: Tally
}) {
  return (
    <>
      <p>
        Sent{' '}
        {memos.map((memo, index) => (
          <span key={memo}>
            {index > 0 && ', '}
            {memo === '' ? (
              'without a memo'
            ) : (
              <>
                with the memo{' '}
                <strong>
                  <FullIdentifier text={memo} grouped={false} />
                </strong>
              </>
            )}
          </span>
        ))}
        :{' '}
        {completed_sums.map(({ asset_id, network_id, amount }, index) => (
          <span key={JSON.stringify([asset_id, network_id])}>
            {index > 0 && ', '}
            <Amount value={amount} asset={asset_id} />
          </span>
        ))}
      </p>
      <p className={styles.note}>
        {transaction_ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to={transactionHref(id)}>
              <FullIdentifier text={id} grouped={false} />
            </Link>
          </span>
        ))}
        {transactions > transaction_ids.length &&
          ` and ${countText(transactions - transaction_ids.length)} more`}
      </p>
    </>
  )
}

const completed = { transaction_type: 'withdraw', status: 'completed' } as const

/** What went to an address on no whitelist, and whom the transactions name there. */
function Withdrawals({
  subject: { address, spellings, uses },
  namedAs,
}: {
  subject: Subject
  namedAs: readonly NamedDestination[]
}) {
  return (
    <>
      {namedAs.some(({ id, name }) => id || name) && (
        <p>
          Named as{' '}
          {namedAs.map(({ id, name, is_listed }, index) => (
            <span key={JSON.stringify([id, name])}>
              {index > 0 && ', '}
              {is_listed && id ? (
                <Link to={whitelistHref(id)}>
                  <UntrustedText text={name || id} />
                </Link>
              ) : (
                <UntrustedText text={name || id} fallback="nobody" />
              )}
            </span>
          ))}
        </p>
      )}
      <Uses uses={uses} filter={{ ...completed, destination_address: address }} noun="completed withdrawal" />
      {spellings.length > 1 && (
        <p className={styles.note}>
          Written in several ways. The service finds one at a time:{' '}
          {spellings.map((spelling, index) => (
            <span key={spelling}>
              {index > 0 && ', '}
              <Link to={transactionsHref({ ...completed, destination_address: spelling })}>
                <FullIdentifier text={spelling} grouped={false} />
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const looks: Readonly<Record<Severity, { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  critical: { tone: 'danger', Icon: OctagonAlert },
  high: { tone: 'danger', Icon: CircleAlert },
  medium: { tone: 'warning', Icon: TriangleAlert },
  low: { tone: 'neutral', Icon: Info },
}

/** How grave a finding is. */
function SeverityBadge({ severity }: { severity: Severity }) {
  const { tone, Icon } = looks[severity]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {severityLabels[severity]}
    </Badge>
  )
}

/** A listed address as the views of addresses know one, by the first of its names. */
function knownAs({ address, chain, network_id, entries }: Subject): KnownAddress {
  const [entry] = entries
  return {
    address,
    chain,
    networkId: network_id,
    kind: 'whitelist',
    id: entry?.whitelist_id ?? null,
    name: entry?.whitelist_name ?? null,
    assetIds: entries.map(({ asset_id }) => asset_id ?? ''),
    memos: entries.map(({ memo }) => memo),
  }
}
