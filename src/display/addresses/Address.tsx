import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { KnownAddress, LookAlike } from '../../addresses/known-addresses.ts'
import type { DifferencePart } from '../../addresses/likeness.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import { type NamedParty, partyOf } from '../../addresses/party.ts'
import { nameOrId } from '../../contract/normal-records.ts'
import { Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { iconOf } from '../badges.tsx'
import { FullIdentifier, ShortIdentifier, UnseenIdentifier } from '../identifiers.tsx'
import { labelOf, partyTypeLabels } from '../labels.ts'
import styles from '../records.module.css'
import { UntrustedText, untrustedText } from '../text.tsx'
import { withHiddenNamed } from '../untrusted-text.ts'
import { useAddressBook, useAddressFacts, useComparison, usePartyFacts } from './book.tsx'
import { type Caution, cautionKinds, cautionOf, isAlarm, nameInRow, otherNames } from './caution.ts'
import { sameAddress } from './same-address.ts'

interface AddressProps {
  readonly text: string | null
  readonly networkId: string | null
}

/** An address in one line: by its known name unless `nameless`, else shortened, with a mark if it needs a second look. */
export function Address({
  text,
  networkId,
  nameless = false,
}: AddressProps & { readonly nameless?: boolean }) {
  const facts = useAddressFacts(text, networkId)
  const name = nameless || facts === null ? null : nameInRow(facts.names, networkId)
  const caution = cautionOf(facts)
  if (!name && !caution) return <ShortIdentifier key={text} text={text} {...sameAddress(facts)} />
  return (
    // A new element for a new address, so that it loses the mark of the old one.
    <span
      key={text}
      className={styles.name}
      title={name && text ? withHiddenNamed(text) : undefined}
      {...sameAddress(facts)}
    >
      {caution && <AddressMark caution={caution} />}
      {name ? (
        <>
          <AddressName {...name} />
          {text && <UnseenIdentifier text={text} />}
        </>
      ) : (
        // The mark is about both ends, so both are in sight.
        <ShortIdentifier text={text} {...(caution && { head: 6, tail: 4 })} />
      )}
    </span>
  )
}

/** An address in full, with its other names and what is wrong with it. */
export function FullAddress({
  text,
  networkId,
  namedId = null,
  mismatch = null,
}: AddressProps & {
  /** A vault or whitelist that is already named beside it. */
  readonly namedId?: string | null
  /** Why it does not belong to that. */
  readonly mismatch?: Mismatch | null
}) {
  const facts = useAddressFacts(text, networkId)
  const names = otherNames(facts?.names ?? [], networkId, namedId)
  return (
    <>
      <span {...sameAddress(facts)}>
        <FullIdentifier text={text} />
      </span>
      {names.length > 0 && (
        <ul className={layout.muted} aria-label="Known as">
          {names.map((name) => (
            <li key={keyOf(name.known)}>
              <AddressName {...name} link />
            </li>
          ))}
        </ul>
      )}
      {text && <AddressNotice address={text} caution={cautionOf(facts, mismatch)} />}
    </>
  )
}

/** One end of a transaction in one line: its name or id, else its address, else its kind. An address that is not the name's comes first. */
export function Party({
  transaction,
  end,
}: {
  transaction: Parameters<typeof partyOf>[0]
  end: 'source' | 'destination'
}) {
  const party = partyOf(transaction, end)
  const { type, name, id, address, networkId } = party
  if (nameOrId(name, id)) return <NamedAddress party={party} />
  if (address) return <Address text={address} networkId={networkId} />
  return <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
}

function NamedAddress({ party }: { party: NamedParty }) {
  const { address } = party
  const name = nameOrId(party.name, party.id)
  const { facts, mismatch } = usePartyFacts(party)
  const caution = cautionOf(facts, mismatch)
  return (
    <span key={address} className={styles.name} {...sameAddress(facts)}>
      {caution && <AddressMark caution={caution} />}
      {mismatch?.kind === 'other-address' ? (
        <>
          <ShortIdentifier text={address} head={6} tail={4} />
          <span className={layout.quiet}> named {untrustedText(name)}</span>
        </>
      ) : (
        untrustedText(name)
      )}
    </span>
  )
}

/** Such as "Kraken settlement · whitelist". */
export function AddressName({
  known: { id, kind, name, networkId },
  isElsewhere = false,
  link = false,
}: {
  known: KnownAddress
  isElsewhere?: boolean
  link?: boolean
}) {
  const label = <UntrustedText text={name || id} fallback="Without a name" />
  return (
    <>
      {link && id ? <Link to={kind === 'vault' ? vaultHref(id) : whitelistHref(id)}>{label}</Link> : label}
      <span className={layout.quiet}>
        {' '}
        · {kind === 'vault' ? 'own vault' : 'whitelist'}
        {isElsewhere && (
          <>
            {' '}
            (on <UntrustedText text={networkId} fallback="a network without an id" />)
          </>
        )}
      </span>
    </>
  )
}

/** A picture that its title names, because a table may have two hundred of them. */
function AddressMark({ caution: { kind, sentence } }: { caution: Caution }) {
  const { tone, word } = cautionKinds[kind]
  const { className, style } = iconOf(kind === 'one-end' ? 'equal' : tone === 'neutral' ? null : 'warning')
  return (
    <Badge
      tone={tone}
      className={classes(styles.mark, className)}
      style={style}
      role="img"
      title={`${word}: ${sentence}`}
    >
      {word}
    </Badge>
  )
}

/** Shown in the heading if source or destination has a serious problem. The problem is described next to the address. */
export function AddressAlarm({ what, party }: { what: string; party: NamedParty }) {
  const { facts, mismatch } = usePartyFacts(party)
  const caution = cautionOf(facts, mismatch)
  if (!isAlarm(caution)) return null
  return (
    <Badge tone="danger">
      <TriangleAlert aria-hidden />
      {what}: {cautionKinds[caution.kind].word.toLowerCase()}
    </Badge>
  )
}

/** Once a record: silence would look like a comparison that found nothing. */
export function NotCompared() {
  if (useComparison() !== 'failed') return null
  return <p className={layout.warn}>{notCompared}</p>
}

export const notCompared = 'Not all known addresses could be read, so look-alikes may go unnoticed.'

export function AddressNotice({ address, caution }: { address: string; caution: Caution | null }) {
  if (caution === null) return null
  return (
    <div className={classes(layout.stack, isAlarm(caution) ? layout.danger : layout.neutral, styles.notice)}>
      <p className={layout.strong}>{caution.sentence}.</p>
      {caution.meaning !== null && <p>{caution.meaning}</p>}
      {caution.lookAlikes.map((lookAlike) => (
        <AddressComparison key={keyOf(lookAlike.known)} address={address} lookAlike={lookAlike} />
      ))}
    </div>
  )
}

/** An address in full, with the characters marked that differ from `other`. */
export function ComparedAddress({ text, networkId, other }: AddressProps & { other: string | null }) {
  const book = useAddressBook()
  if (book === null || !text || !other) return <FullIdentifier text={text} />
  const { address } = book.differenceOf(text, { address: other, networkId })
  return <MarkedParts parts={address} {...sameAddress(book.factsOf(text, networkId))} />
}

function MarkedParts({ parts, ...same }: { parts: readonly DifferencePart[]; 'data-address'?: string }) {
  return (
    <bdi className={classes(styles.identifier, styles.wrapping)} {...same}>
      {parts.map(({ text, differs }, index) => {
        const Part = differs ? 'mark' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one address never change places
          <Part key={index} className={differs ? undefined : styles.same}>
            <UntrustedText text={text} />
          </Part>
        )
      })}
    </bdi>
  )
}

export function AddressComparison({
  address,
  lookAlike: { known },
}: {
  address: string
  lookAlike: LookAlike
}) {
  const book = useAddressBook()
  if (book === null) return null
  const difference = book.differenceOf(address, known)
  const line = (label: ReactNode, text: string, parts: readonly DifferencePart[]) => (
    <div>
      <dt className={layout.small}>{label}</dt>
      <dd>
        {/* Compared as addresses of the known one’s chain. */}
        <MarkedParts parts={parts} {...sameAddress(book.factsOf(text, known.networkId))} />
      </dd>
    </div>
  )
  return (
    <figure aria-label={`Beside ${withHiddenNamed(known.name || known.id || 'the known address')}`}>
      <dl className={layout.stack}>
        {line('This address', address, difference.address)}
        {line(<AddressName known={known} link />, known.address, difference.trusted)}
      </dl>
    </figure>
  )
}

function keyOf({ kind, id, networkId, address }: KnownAddress): string {
  return JSON.stringify([kind, id, networkId, address])
}
