import { countText } from '../../contract/count-text.ts'
import { AddressComparison } from '../../records/addresses/AddressComparison.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'
import { likenessInWords } from './words.ts'

/** So many are shown one above the other; a trusted address that many resemble is no case to be read in full. */
const shown = 10

/** The trusted addresses that it resembles, each under it with what differs marked. Nothing where there is none. */
export function LookAlikesSection({
  query: { address },
  check: { lookAlikes },
}: {
  query: CheckQuery
  check: Check
}) {
  if (lookAlikes.length === 0) return null
  const more = lookAlikes.length - shown
  return (
    <Section title="Looks like">
      <ul className={styles.comparisons}>
        {lookAlikes.slice(0, shown).map((lookAlike) => {
          const { known } = lookAlike
          return (
            <li key={JSON.stringify([known.kind, known.id, known.networkId, known.address])}>
              <p className={styles.note}>{likenessInWords(lookAlike)}</p>
              <AddressComparison address={address} lookAlike={lookAlike} />
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={styles.note}>And {countText(more)} more.</p>}
    </Section>
  )
}
