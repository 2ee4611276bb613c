import { useId } from 'react'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyView } from '../../ui/lazy.tsx'
import styles from './history.module.css'
import type { HistoryKind } from './steps.ts'

const RecordHistory = lazyView(() => import('./RecordHistory.tsx')).View

/** What was seen to change in a record. Its place is kept while it comes. Without an id nothing can be told. */
export function History({ of, id }: { of: HistoryKind; id: string | null }) {
  const heading = useId()
  if (!id) return null
  return (
    <section className={classes(layout.stack, styles.history)} aria-labelledby={heading}>
      <h2 id={heading} className={layout.heading}>
        History
      </h2>
      <LazyBoundary>
        <RecordHistory key={id} of={of} id={id} />
      </LazyBoundary>
    </section>
  )
}
