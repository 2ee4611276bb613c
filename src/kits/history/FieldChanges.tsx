import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import type { ChangedField } from '../../contract/changes.ts'
import { ComparedAddress } from '../../display/addresses/Address.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { fieldLabel } from '../../reports/changes/field-labels.ts'
import { VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import styles from './history.module.css'

/** Fields of a record, before and after. */
export function FieldChanges({
  fields,
  networkId,
}: {
  fields: readonly ChangedField[]
  networkId: string | null
}) {
  return fields.map(({ field, before, after }) => (
    <div key={field} className={styles.field}>
      <span className={layout.muted}>{fieldLabel(field)}:</span>{' '}
      {field.endsWith('_address') ? (
        <BeforeAndAfter
          before={<ComparedAddress text={before} networkId={networkId} other={after} />}
          after={<ComparedAddress text={after} networkId={networkId} other={before} />}
        />
      ) : (
        <BeforeAndAfter
          before={<UntrustedText text={before} fallback="none" />}
          after={<UntrustedText text={after} fallback="none" />}
        />
      )}
    </div>
  ))
}

export function BeforeAndAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      <span className={layout.muted}>{before}</span> <ArrowRight className={styles.arrow} aria-hidden />
      <VisuallyHidden> became </VisuallyHidden> <span>{after}</span>
    </>
  )
}
