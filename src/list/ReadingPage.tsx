import type { ReactNode } from 'react'
import { failureOf } from '../api/api-error.ts'
import layout from '../ui/layout.module.css'
import { PageHeader } from '../ui/page.tsx'
import type { ListCodec } from '../url/list-view.ts'
import { Freshness } from './Freshness.tsx'
import { LinkNotice } from './LinkNotice.tsx'
import { FailedReading, useFailureShown } from './notices.tsx'

type Query = Parameters<typeof failureOf>[0] & {
  readonly data: { readonly timestamp: string | null; readonly receivedAt: string } | undefined
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/** A page that is no list: "as of" the first of its queries, and a failure in place of what was read, or over it. */
export function ReadingPage<F extends string, X extends string>({
  codec,
  title,
  meta,
  actions,
  queries,
  isShown,
  back,
  children,
}: {
  codec: ListCodec<F, X>
  title: string
  /** Beside the title. */
  meta?: ReactNode
  actions?: ReactNode
  queries: readonly [Query, ...Query[]]
  /** Whether there is something that a failure lies over. */
  isShown: boolean
  back?: { readonly to: string; readonly label: string }
  children: ReactNode
}) {
  const [first] = queries
  const failed = useFailureShown(queries.map(failureOf).find((failure) => failure !== null) ?? null, {
    hasRows: isShown,
    reading: String(first.dataUpdatedAt),
  })
  const refresh = () => {
    failed.show()
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
              asOf={first.data?.timestamp ?? first.data?.receivedAt ?? null}
              refreshing={queries.some(({ isFetching }) => isFetching)}
              onRefresh={refresh}
              failed={failed}
            />
          </>
        }
        actions={actions}
      />
      <div className={layout.sections} data-print="flow">
        <LinkNotice codec={codec} />
        <FailedReading failed={failed} onRetry={refresh} {...(back && { back })} />
        {children}
      </div>
    </>
  )
}
