import { TriangleAlert } from 'lucide-react'
import styles from './addresses.module.css'
import { useAddressFacts } from './book.tsx'
import { asksBeforeCopy, cautionOf, inOneSentence } from './caution.ts'

/** Says at the head of a record what is the matter with one of its addresses; nothing where nothing serious is. */
export function AddressAlarm({
  what,
  address,
  networkId,
}: {
  /** Which address: "Destination". */
  what: string
  address: string | null
  networkId: string | null
}) {
  const caution = cautionOf(useAddressFacts(address, networkId))
  if (!asksBeforeCopy(caution)) return null
  return (
    <p className={styles.alarm}>
      <TriangleAlert aria-hidden />
      <span>
        {what} address: {inOneSentence(caution)}.
      </span>
    </p>
  )
}
