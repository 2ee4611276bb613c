import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { NamedParty } from '../../addresses/evidence.ts'
import styles from './addresses.module.css'
import { usePartyFacts } from './book.tsx'
import { cautionOf, inOneSentence, isAlarm } from './caution.ts'

/** Says at the head of a record what is the matter with one of its ends; nothing where nothing serious is. */
export function AddressAlarm({
  what,
  party,
}: {
  /** Which end: "Destination". */
  what: string
  party: NamedParty
}) {
  const { facts, mismatch } = usePartyFacts(party)
  const caution = cautionOf(facts, mismatch)
  if (!isAlarm(caution)) return null
  return (
    <p className={styles.alarm}>
      <TriangleAlert aria-hidden />
      <span>
        {what} {caution.kind === 'memo' ? 'memo' : 'address'}: {inOneSentence(caution)}.
      </span>
    </p>
  )
}
