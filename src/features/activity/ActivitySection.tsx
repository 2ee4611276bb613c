import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Fetched, lazyView } from '../../ui/lazy.tsx'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/work.ts'
import styles from './Activity.module.css'

const activity = lazyView(() => import('./Activity.tsx'))

/** Activity over time. Its room is kept, so that nothing moves when it loads. */
export function ActivitySection({
  vaultId,
  wanted,
}: {
  /** Id of one vault; null for all of them. */
  vaultId: string | null
  wanted: boolean
}) {
  const { books } = useBooks()
  return (
    <div className={styles.place}>
      <section className={classes(layout.stack, styles.activity)} aria-labelledby="activity">
        <h2 id="activity" className={layout.heading}>
          Activity
        </h2>
        <Fetched view={activity} wanted={wanted && books !== null}>
          {books && <activity.View key={vaultId} vaultId={vaultId} books={books} />}
        </Fetched>
        <BooksNeeded what={vaultId === null ? 'This summary' : 'Activity over time'}>
          {() => null}
        </BooksNeeded>
      </section>
    </div>
  )
}
