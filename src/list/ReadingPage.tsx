import type { ReactNode } from 'react'
import { failureOf } from '../api/failure.ts'
import type { AnswerBasis } from '../contract/console-api.ts'
import { ErrorBanner } from '../display/errors.tsx'
import layout from '../ui/layout.module.css'
import { PageHeader } from '../ui/page.tsx'
import type { List } from '../url/lists.ts'
import { Freshness } from './Freshness.tsx'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './list.module.css'

type Query = Parameters<typeof failureOf>[0] & {
  readonly data: Pick<AnswerBasis, 'as_of'> | undefined
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** A page that is no list: "as of" the first of its queries, and a failure in place of what was read, or under it. */
export function ReadingPage({
  codec,
  title,
  meta,
  actions,
  queries,
  isShown,
  back,
  children,
}: {
  codec: List['codec']
  title: string
  meta?: ReactNode
  actions?: ReactNode
  queries: readonly [Query, ...Query[]]
  /** Whether there is something of an earlier reading. */
  isShown: boolean
  back?: { readonly to: string; readonly label: string }
  children: ReactNode
}) {
  const [first] = queries
  const error = queries.map(failureOf).find((failure) => failure !== null) ?? null
  const asOf = first.data?.as_of ?? null
  const refresh = () => {
    for (const { refetch } of queries) void refetch()
  }
  return (
    <>
      <PageHeader
        title={title}
        meta={
          <>
            {meta}
            <Freshness
              page={{ asOf, error, refresh, isFetching: queries.some(({ isFetching }) => isFetching) }}
            />
          </>
        }
        actions={actions}
      />
      <div className={layout.sections} data-print="flow">
        <LinkNotice codec={codec} />
        {error && !isShown && <ErrorBanner error={error} onRetry={refresh} {...(back && { back })} />}
        {children}
        {error && isShown && (
          <div className={styles.failure}>
            <ErrorBanner error={error} staleSince={asOf} onRetry={refresh} />
          </div>
        )}
      </div>
    </>
  )
}
