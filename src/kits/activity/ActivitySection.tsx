import layout from '../../ui/layout.module.css'
import { Fetched, lazyComponent } from '../../ui/lazy.tsx'
import styles from './Activity.module.css'

const activity = lazyComponent(() => import('./Activity.tsx'))

/** Activity over time. Its room is kept, so that nothing moves when it loads. */
export function ActivitySection({
  vaultId,
}: {
  /** Id of one vault; null for all of them. */
  vaultId: string | null
}) {
  return (
    <div className={styles.place}>
      <section className={layout.stack} aria-labelledby="activity">
        <h2 id="activity" className={layout.heading}>
          Activity
        </h2>
        <Fetched view={activity}>
          <activity.View key={vaultId} vaultId={vaultId} />
        </Fetched>
      </section>
    </div>
  )
}
