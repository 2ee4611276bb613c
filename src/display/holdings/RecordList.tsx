import { type ReactNode, useId } from 'react'
import { failureOf } from '../../api/failure.ts'
import { counted } from '../../contract/count-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { ErrorBanner } from '../errors.tsx'
import styles from './holdings.module.css'
import { SkeletonList } from './holdings.tsx'

/** A few linked records under a heading. It fails without failing the page. */
export function RecordList<R>({
  title,
  note,
  query,
  all,
  nothing,
  hrefOf,
  isOther = () => false,
  select = (records) => records,
  children,
}: {
  title: string
  note?: string
  query: Parameters<typeof failureOf>[0] & {
    readonly data: { readonly records: readonly R[] } | undefined
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  all: { readonly to: string; readonly label: string }
  nothing: string
  hrefOf: (record: R) => string | null
  /** The service sent this record although it was asked for others. */
  isOther?: (record: R) => boolean
  select?: (records: readonly R[]) => readonly R[]
  children: (record: R) => ReactNode
}) {
  const heading = useId()
  const failure = failureOf(query)
  // Rows of the previous filter would have the wrong title.
  const sent = query.data && !query.isPlaceholderData ? select(query.data.records) : undefined
  const records = sent?.filter((record) => !isOther(record))
  const others = (sent?.length ?? 0) - (records?.length ?? 0)
  return (
    <section className={layout.stack} aria-labelledby={heading} aria-busy={!records && !failure}>
      <div className={layout.row}>
        <h2 id={heading}>{title}</h2>
        {note && records && records.length > 0 && <span className={layout.small}>{note}</span>}
        {failure && records && <span className={layout.small}>Not refreshed</span>}
        {sent && sent.length > 0 && (
          <Link to={all.to} className={classes(layout.muted, layout.end)}>
            {all.label}
          </Link>
        )}
      </div>
      {failure && !records && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {records && records.length > 0 && (
        <ol className={layout.rows}>
          {records.map((record, index) => {
            const href = hrefOf(record)
            const look = {
              className: classes(layout.row, href && layout.pressable, styles.row),
              children: children(record),
            }
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
              <li key={index}>{href ? <Link to={href} {...look} /> : <div {...look} />}</li>
            )
          })}
        </ol>
      )}
      {sent?.length === 0 && <p className={layout.muted}>{nothing}</p>}
      {others > 0 && (
        <p className={layout.muted}>
          The service sent {counted(others, 'record that does', 'records that do')} not match.{' '}
          {others === 1 ? 'It is' : 'They are'} left out.
        </p>
      )}
      {!records && !failure && <SkeletonList rows={5} isTall />}
    </section>
  )
}
