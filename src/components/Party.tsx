import { ShortIdentifier } from './Identifier.tsx'
import { labelOf, partyTypeLabels } from './labels.ts'
import styles from './Party.module.css'
import { UntrustedText } from './UntrustedText.tsx'

/** One end of a transaction in one line: its name where it has one, else its address, else what kind of thing it is. */
export function Party({
  type,
  name,
  address,
}: {
  type: string | null
  name: string | null
  address: string | null
}) {
  if (name) {
    return (
      <span className={styles.name}>
        <UntrustedText text={name} />
      </span>
    )
  }
  if (address) return <ShortIdentifier text={address} />
  return <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
}
