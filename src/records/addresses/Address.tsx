import { FullIdentifier, ShortIdentifier, UnseenIdentifier } from '../Identifier.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import { AddressMark } from './AddressMark.tsx'
import { AddressName } from './AddressName.tsx'
import { AddressNotice } from './AddressNotice.tsx'
import styles from './addresses.module.css'
import { useAddressFacts } from './book.tsx'
import { cautionOf } from './caution.ts'
import { nameInRow, otherNames } from './names.ts'
import { sameAddress } from './same-address.ts'

interface AddressProps {
  readonly text: string | null
  /** The network that it is an address of. */
  readonly networkId: string | null
}

/** An address in one line: by the name of whoever is known to have it, else shortened; with a mark where one should look twice. */
export function Address({
  text,
  networkId,
  nameless = false,
}: AddressProps & {
  /** Shortened in any case: it is the address that is looked for, and not whose it is. */
  readonly nameless?: boolean
}) {
  const facts = useAddressFacts(text, networkId)
  const named = nameless || facts === null ? null : nameInRow(facts.names, networkId)
  const caution = cautionOf(facts)
  if (!named && !caution) return <ShortIdentifier key={text} text={text} {...sameAddress(facts)} />
  return (
    // Another address is another element: what the pointer has marked as the same is so no longer.
    <span key={text} className={styles.line} title={named && text ? text : undefined} {...sameAddress(facts)}>
      {caution && AddressMark({ caution })}
      {named ? (
        <>
          <AddressName known={named.known} />
          {named.isElsewhere && <OtherNetwork networkId={named.known.networkId} />}
          {text && <UnseenIdentifier text={text} />}
        </>
      ) : (
        // Both ends in sight beside the mark: they are what it speaks of.
        <ShortIdentifier text={text} {...(caution && { head: 6, tail: 4 })} />
      )}
    </span>
  )
}

/** An address in full, in groups of four; under it who is known to have it, and what is the matter with it at length. */
export function FullAddress({
  text,
  networkId,
  namedId = null,
}: AddressProps & {
  /** The vault or whitelist that is named beside it already. */
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
