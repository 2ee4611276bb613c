import { Address } from './addresses/Address.tsx'
import { AddressMark } from './addresses/AddressMark.tsx'
import { useAddressFacts } from './addresses/book.tsx'
import { cautionOf } from './addresses/caution.ts'
import { sameAddress } from './addresses/same-address.ts'
import { labelOf, partyTypeLabels } from './labels.ts'
import styles from './Party.module.css'
import { UntrustedText } from './UntrustedText.tsx'

/**
 * One end of a transaction in one line: its name where it has one, else its address, else what kind of thing it is. Under a name
 * as well, its address is looked at.
 */
export function Party({
  type,
  name,
  address,
  networkId,
}: {
  type: string | null
  name: string | null
  address: string | null
  networkId: string | null
}) {
  if (name) return <Named name={name} address={address} networkId={networkId} />
  if (address) return <Address text={address} networkId={networkId} />
  return <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
}

function Named({
  name,
  address,
  networkId,
}: {
  name: string
  address: string | null
  networkId: string | null
}) {
  const facts = useAddressFacts(address, networkId)
  return (
    <span className={styles.name} {...sameAddress(facts)}>
      <AddressMark caution={cautionOf(facts)} />
      <UntrustedText text={name} />
    </span>
  )
}
