import { chainOf } from '../../chains/index.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'
import { unknownFormat, validityInWords } from './words.ts'

/** On which networks it can be right. Where no format is known, nothing is claimed. */
export function ValiditySection({
  query: { network_id },
  check: { validity, validities },
}: {
  query: CheckQuery
  check: Check
}) {
  // What is said of the network that was named is said of its chain.
  const others =
    network_id === null ? validities : validities.filter(({ chain }) => chain !== chainOf(network_id))
  const groups = new Map<string, string[]>()
  for (const { chain, validity: its } of others)
    if (chain.isKnown)
      groups.set(validityInWords(its), [...(groups.get(validityInWords(its)) ?? []), chain.name])
  const [unplaced] = others.filter(({ chain }) => !chain.isKnown)
  return (
    <Section title="Valid for">
      {(network_id !== null || groups.size > 0) && (
        <div className={styles.facts}>
          <DescriptionList>
            {network_id !== null && (
              <DescriptionItem term={<UntrustedText text={network_id} />}>
                <UntrustedText text={validityInWords(validity)} />
              </DescriptionItem>
            )}
            {[...groups].map(([words, alike]) => (
              <DescriptionItem key={words} term={alike.join(', ')}>
                {words}
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      )}
      {network_id === null && groups.size === 0 && (
        <p className={styles.note}>
          <UntrustedText text={unplaced ? validityInWords(unplaced.validity) : unknownFormat} />
        </p>
      )}
    </Section>
  )
}
