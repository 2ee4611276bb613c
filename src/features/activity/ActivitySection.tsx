import { Fetched } from '../../ui/lazy.tsx'
import { useBooks } from '../../work/use-books.ts'
import styles from './Activity.module.css'

const load = () => import('./Activity.tsx')

/** Activity over time, fetched once the page around it is there. Its place is kept, so that nothing moves when it comes. */
export function ActivitySection({
  whose,
  wanted,
}: {
  /** Id of one vault; null for all of them. */
  whose: string | null
  wanted: boolean
}) {
  const { books } = useBooks()
  return (
    <div className={styles.place} data-books={books !== null || undefined}>
      <Fetched load={load} wanted={wanted}>
        {(Activity) => <Activity key={whose} whose={whose} />}
      </Fetched>
    </div>
  )
}
