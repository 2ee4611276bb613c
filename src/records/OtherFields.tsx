import type { OtherField } from '../api/records.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionItem, DescriptionList } from '../ui/DescriptionList.tsx'
import styles from './OtherFields.module.css'
import { PartHeading } from './PartHeading.tsx'
import { UntrustedText } from './UntrustedText.tsx'
import { withHiddenNamed } from './untrusted-text.ts'

/** What the service sent beside the specification, and the record as received, to copy. */
export function OtherFields({
  record,
}: {
  record: { readonly others: readonly OtherField[]; readonly received: unknown }
}) {
  const json = JSON.stringify(record.received, null, 2)
  return (
    <section className={styles.section} data-print="flow">
      {record.others.length > 0 && (
        <div className={styles.fields}>
          <PartHeading>Other fields</PartHeading>
          <DescriptionList>
            {record.others.map(({ path, value }) => (
              <DescriptionItem
                key={path}
                term={<UntrustedText text={path} />}
                actions={<CopyButton text={value} label={`Copy ${withHiddenNamed(path)}`} />}
              >
                <span className={styles.value}>
                  <UntrustedText text={value} />
                </span>
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      )}
      <details className={styles.received}>
        <summary>The record as received</summary>
        <pre className={styles.json}>
          {/* Closed at first, and whole where it is not beyond all measure: it is what there is to compare with. */}
          <UntrustedText text={json} most={1_000_000} />
        </pre>
      </details>
      <CopyButton text={json} label="Record as JSON">
        Copy as JSON
      </CopyButton>
    </section>
  )
}
