import { type ReactNode, useId, useState } from 'react'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyComponent } from '../../ui/lazy.tsx'
import styles from './history.module.css'
import type { HistoryKind } from './steps.ts'

const RecordHistory = lazyComponent(() => import('./RecordHistory.tsx')).View

/** What was seen to change in a record; without an id nothing can be told. `children` come once it is there, which they would be moved by. */
export function History({ of, id, children }: { of: HistoryKind; id: string | null; children?: ReactNode }) {
  const heading = useId()
  const [shownId, setShownId] = useState<string | null>(null)
  if (!id) return children
  return (
    <>
      <section className={classes(layout.stack, styles.history)} aria-labelledby={heading}>
        <h2 id={heading} className={layout.heading}>
          History
        </h2>
        <LazyBoundary>
          <RecordHistory key={id} of={of} id={id} onShown={setShownId} />
        </LazyBoundary>
      </section>
      {shownId === id && children}
    </>
  )
}
