import { Fragment, type ReactNode } from 'react'
import type { RecordAnswer } from '../contract/console-api.ts'
import { parameterLabel } from '../display/labels.ts'
import { Instant, UntrustedText } from '../display/text.tsx'
import layout from '../ui/layout.module.css'

/** One line: the service does not answer, or its record differs from the kept one. */
export function RecordRemark({
  answer: { silence, as_of, differences },
}: {
  answer: Pick<RecordAnswer<unknown>, 'silence' | 'as_of' | 'differences'>
}): ReactNode {
  if (silence !== null)
    return (
      <p className={layout.muted} role="status">
        The service does not answer ({silence.code}). This is the record as of{' '}
        <Instant iso={as_of} timeOnly />.
      </p>
    )
  if (differences === null || differences.length === 0) return null
  return (
    <p className={layout.muted} role="status">
      Newer than the list:{' '}
      {differences.map(({ field, kept }, index) => (
        <Fragment key={field}>
          {index > 0 && ', '}
          {parameterLabel(field).toLowerCase()} was <UntrustedText text={kept} />
        </Fragment>
      ))}
      .
    </p>
  )
}
