import { type NamedParty, partyOf } from '../addresses/evidence.ts'
import { Address } from './addresses/Address.tsx'
import { AddressMark } from './addresses/AddressMark.tsx'
import styles from './addresses/addresses.module.css'
import { usePartyFacts } from './addresses/book.tsx'
import { cautionOf } from './addresses/caution.ts'
import { sameAddress } from './addresses/same-address.ts'
import { ShortIdentifier } from './Identifier.tsx'
import { labelOf, partyTypeLabels } from './labels.ts'
import own from './Party.module.css'
import { UntrustedText, untrustedText } from './UntrustedText.tsx'

/**
 * One end of a transaction in one line: its name where it has one, else its address, else what kind of thing it is. A name is looked at
 * with its address, and goes behind it where the two do not belong together.
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
    // Another address is another element: what the pointer has marked as the same is so no longer.
    <span key={address} className={own.name} {...sameAddress(facts)}>
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
