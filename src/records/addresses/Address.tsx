import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AddressFacts } from '../../addresses/book.ts'
import type { KnownAddress, LookAlike } from '../../addresses/known.ts'
import type { DifferencePart } from '../../addresses/likeness.ts'
import { type NamedParty, partyOf } from '../../addresses/party.ts'
import { Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { FullIdentifier, ShortIdentifier, UnseenIdentifier } from '../identifiers.tsx'
import { labelOf, partyTypeLabels } from '../labels.ts'
import styles from '../records.module.css'
import { UntrustedText, untrustedText } from '../text.tsx'
import { withHiddenNamed } from '../untrusted-text.ts'
import { useAddressBook, useAddressFacts, usePartyFacts } from './book.tsx'
import {
  type Caution,
  cautionOf,
  comparisonGroups,
  inOneSentence,
  isAlarm,
  nameInRow,
  otherNames,
} from './caution.ts'
import { sameAddress } from './same-address.ts'

interface AddressProps {
  readonly text: string | null
  readonly networkId: string | null
}

/** An address in one line: by its known name, else shortened, with a mark if it needs a second look. */
export function Address({
  text,
  networkId,
  nameless = false,
}: AddressProps & {
  /** Never by name. */
  readonly nameless?: boolean
}) {
  const facts = useAddressFacts(text, networkId)
  const named = nameless || facts === null ? null : nameInRow(facts.names, networkId)
  const caution = cautionOf(facts)
  if (!named && !caution) return <ShortIdentifier key={text} text={text} {...sameAddress(facts)} />
  return (
    // A new element for a new address, so that it loses the mark of the old one.
    <span key={text} className={styles.name} title={named && text ? text : undefined} {...sameAddress(facts)}>
      {caution && AddressMark({ caution })}
      {named ? (
        <>
          <AddressName known={named.known} />
          {named.isElsewhere && <OtherNetwork networkId={named.known.networkId} />}
          {text && <UnseenIdentifier text={text} />}
        </>
      ) : (
        // The mark speaks of both ends, so both are in sight.
        <ShortIdentifier text={text} {...(caution && { head: 6, tail: 4 })} />
      )}
    </span>
  )
}

/** An address in full, with who is known to have it and what is wrong with it. */
export function FullAddress({
  text,
  networkId,
  namedId = null,
}: AddressProps & {
  /** A vault or whitelist already named beside it. */
  readonly namedId?: string | null
}) {
  const facts = useAddressFacts(text, networkId)
  const others = otherNames(facts?.names ?? [], networkId, namedId)
  return (
    <>
      <span {...sameAddress(facts)}>
        <FullIdentifier text={text} />
      </span>
      {others.length > 0 && (
        <ul className={styles.names} aria-label="Known as">
          {others.map(({ known, isElsewhere }) => (
            <li key={JSON.stringify([known.kind, known.id, known.networkId, known.address])}>
              <AddressName known={known} link />
              {isElsewhere && <OtherNetwork networkId={known.networkId} />}
            </li>
          ))}
        </ul>
      )}
      {text && <AddressNotice address={text} caution={cautionOf(facts)} />}
    </>
  )
}

function OtherNetwork({ networkId }: { networkId: string | null }) {
  return (
    <span className={styles.keeper}>
      {' '}
      (on <UntrustedText text={networkId} fallback="a network without an id" />)
    </span>
  )
}

/**
 * One end of a transaction in one line: its name, else its address, else its kind. Where name and address do not belong together, the address comes
 * first.
 */
export function Party({
  transaction,
  end,
}: {
  transaction: Parameters<typeof partyOf>[0]
  end: 'source' | 'destination'
}) {
  const party = partyOf(transaction, end)
  const { type, name, address, networkId } = party
  if (name) return <Named party={party} />
  if (address) return <Address text={address} networkId={networkId} />
  return <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
}

function Named({ party }: { party: NamedParty }) {
  const { name, address } = party
  const { facts, mismatch } = usePartyFacts(party)
  const caution = cautionOf(facts, mismatch)
  return (
    // As in `Address`.
    <span key={address} className={styles.name} {...sameAddress(facts)}>
      {caution && AddressMark({ caution })}
      {mismatch?.kind === 'other-address' ? (
        <>
          <ShortIdentifier text={address} head={6} tail={4} />
          <span className={styles.keeper}> named {untrustedText(name)}</span>
        </>
      ) : (
        untrustedText(name)
      )}
    </span>
  )
}

/** "Kraken settlement · whitelist". */
function AddressName({ known, link = false }: { known: KnownAddress; link?: boolean }) {
  const { id, kind, name } = known
  const label = <UntrustedText text={name || id} fallback="Without a name" />
  return (
    <>
      {link && id ? <Link to={kind === 'vault' ? vaultHref(id) : whitelistHref(id)}>{label}</Link> : label}
      <span className={styles.keeper}> · {kind === 'vault' ? 'own vault' : 'whitelist'}</span>
    </>
  )
}

/** The mark of an address that needs a second look. It is a picture named by its title, because a table may have two hundred of them. */
function AddressMark({ caution }: { caution: Caution }) {
  const { tone, word, icon } = looks[caution.kind]
  const shown = caution.kind === 'failed' && !caution.checksum ? 'Not valid' : word
  return Badge({
    tone,
    className: classes(styles.mark, icon && styles.icon),
    'data-icon': icon,
    role: 'img',
    title: `${shown}: ${inOneSentence(caution)}`,
    children: shown,
  })
}

const looks = {
  typo: { tone: 'danger', word: 'Mistyped', icon: 'warning' },
  'look-alike': { tone: 'danger', word: 'Look-alike', icon: 'warning' },
  failed: { tone: 'danger', word: 'Checksum', icon: 'warning' },
  'other-address': { tone: 'danger', word: 'Not its address', icon: 'warning' },
  'other-network': { tone: 'warning', word: 'Other network', icon: 'warning' },
  'other-asset': { tone: 'warning', word: 'Other asset', icon: 'warning' },
  memo: { tone: 'danger', word: 'Memo', icon: 'warning' },
  gone: { tone: 'neutral', word: 'Not in the list', icon: null },
  'new-address': { tone: 'neutral', word: 'New address', icon: null },
  'one-end': { tone: 'neutral', word: 'One end', icon: 'equal' },
} as const

/** Says at the head of a record if one of its ends has a serious fault. */
export function AddressAlarm({
  what,
  party,
}: {
  /** "Destination". */
  what: string
  party: NamedParty
}) {
  const { facts, mismatch } = usePartyFacts(party)
  const caution = cautionOf(facts, mismatch)
  if (!isAlarm(caution)) return null
  return (
    <p className={classes(layout.danger, styles.notice, styles.alarm)}>
      <TriangleAlert aria-hidden />
      <span>
        {what} {caution.kind === 'memo' ? 'memo' : 'address'}: {inOneSentence(caution)}.
      </span>
    </p>
  )
}

/** What is wrong with an address, at length. */
export function AddressNotice({ address, caution }: { address: string; caution: Caution | null }) {
  if (caution === null) return null
  return (
    <div className={classes(isAlarm(caution) ? layout.danger : layout.neutral, styles.notice)}>
      <p>{titleOf(caution)}</p>
      {caution.kind === 'failed' ? (
        <p>{sentence(caution.reason)} Do not send to it.</p>
      ) : 'lookAlikes' in caution ? (
        caution.lookAlikes.map((lookAlike) => (
          <AddressComparison
            key={JSON.stringify([lookAlike.known.id, lookAlike.known.networkId, lookAlike.known.address])}
            address={address}
            lookAlike={lookAlike}
          />
        ))
      ) : (
        <p>{caution.meaning}</p>
      )}
    </div>
  )
}

function titleOf(caution: Caution): string {
  if (caution.kind === 'failed')
    return caution.checksum ? 'Its checksum is wrong' : 'Not an address of this network'
  if (caution.kind === 'look-alike') return 'Looks like a known address, but is different'
  return caution.kind === 'one-end' ? 'Shares one end with a known address' : inOneSentence(caution)
}

function sentence(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}.`
}

/** An address above the trusted one that it resembles, with the differences marked. */
export function AddressComparison({
  address,
  lookAlike: { known },
  title = 'This address',
}: {
  address: string
  lookAlike: LookAlike
  /** Name of the first address. */
  title?: ReactNode
}) {
  const book = useAddressBook()
  if (book === null) return null
  const difference = book.differenceOf(address, known)
  // Compared as addresses of the known one’s chain.
  const factsOf = (one: string) => book.factsOf(one, known.networkId)
  return (
    <figure aria-label={`Beside ${withHiddenNamed(known.name || known.id || 'the known address')}`}>
      <dl className={classes(layout.stack, styles.comparison)}>
        <div>
          <dt className={layout.small}>{title}</dt>
          <dd>
            <Parts parts={difference.address} facts={factsOf(address)} />
          </dd>
        </div>
        <div>
          <dt className={layout.small}>
            <AddressName known={known} link />
          </dt>
          <dd>
            <Parts parts={difference.trusted} facts={factsOf(known.address)} />
          </dd>
        </div>
      </dl>
    </figure>
  )
}

function Parts({ parts, facts }: { parts: readonly DifferencePart[]; facts: AddressFacts }) {
  const groups = comparisonGroups(parts)
  return (
    <bdi className={classes(styles.identifier, styles.wrapping)} {...sameAddress(facts)}>
      {groups.map((runs, index) => (
        <Fragment key={runs[0]?.at ?? index}>
          {/* A single group may be long, and wraps anywhere. */}
          <span className={groups.length > 1 ? styles.four : undefined}>
            {runs.map(({ text, differs, at }) =>
              differs ? (
                <mark key={at}>
                  <UntrustedText text={text} />
                </mark>
              ) : (
                <UntrustedText key={at} text={text} />
              ),
            )}
          </span>
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}
