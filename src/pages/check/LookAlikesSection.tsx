import { AddressComparison } from '../../components/addresses/AddressComparison.tsx'
import type { Asked } from './CheckForm.tsx'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'

/** So many are shown one above the other; a trusted address that many resemble is no case to be read in full. */
const shown = 10

/** The trusted addresses that it resembles, each under it with what differs marked. Nothing where there is none. */
export function LookAlikesSection({
  asked: { address },
  check: { lookAlikes },
}: {
  asked: Asked
  check: Check
}) {
  if (lookAlikes.length === 0) return null
  const more = lookAlikes.length - shown
  return (
    <Section title="Looks like">
      <ul className={styles.comparisons}>
        {lookAlikes.slice(0, shown).map((lookAlike) => {
          const { known, likeness } = lookAlike
          return (
            <li key={JSON.stringify([known.kind, known.id, known.networkId, known.address])}>
              <p className={styles.note}>
                {likeness === 'both-ends'
                  ? 'It begins and ends in the same way, and is another address:'
                  : 'It shares one end, which happens by chance as well:'}
              </p>
              <AddressComparison address={address} lookAlike={lookAlike} />
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={styles.note}>And {more} more.</p>}
    </Section>
  )
}
