import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureOf } from '../../api/api-error.ts'
import { useSession } from '../../api/hooks.ts'
import { openSession } from '../../api/session.ts'
import type { Waiting } from '../../api/walk/retries.ts'
import { readHoldings } from '../../books/read-books.ts'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { FilterBar } from '../../list/FilterBar.tsx'
import { cleared, type FilterGroup, wrongParameters } from '../../list/filter-groups.ts'
import { ListActions } from '../../list/ListActions.tsx'
import { FailedReading, InvalidParameters, useFailureShown } from '../../list/notices.tsx'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { useSecondsUntil, whyWaiting } from '../../records/errors.tsx'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { Box } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { reconciliationView } from '../../url/lists.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { type ReportSource, ReportView } from '../report/index.ts'
import { readToReconcile } from './reconcile.ts'
import { reconciliationReport } from './report.ts'

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

/** `/reconciliation`: whether vaults, balances and, with the books, transactions say the same, to the last digit. */
export default function ReconciliationPage() {
  const { view, patch } = useListView(reconciliationView)
  const { books } = useBooks()
  const reading = useHoldings(books === null)
  const source = books ?? reading.held
  const report = useMemo(() => source && reconciliationReport(source, view.filter), [source, view.filter])
  return (
    <>
      <PageHeader
        title="Reconciliation"
        actions={
          <>
            <ListActions />
            {books === null && !reading.isReading && (
              <Button kind="primary" onClick={reading.readAgain}>
                Read again
              </Button>
            )}
          </>
        }
      >
        <FilterBar
          groups={groups}
          filter={view.filter}
          wrong={wrongParameters(reading.failure, view.invalid, Object.keys(view.filter))}
          onChange={(filter) => patch({ filter })}
          onClearAll={() => patch({ filter: cleared(groups.flatMap(({ fields }) => fields)) })}
        />
      </PageHeader>
      <PageBody>
        <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
        {books === null && <Reading {...reading} />}
        {report && (
          <ReportView report={report}>
            {books === null && (
              <BooksNeeded what="The comparison of holdings with their transactions">
                {() => null}
              </BooksNeeded>
            )}
          </ReportView>
        )}
      </PageBody>
    </>
  )
}

/** Vaults and balances alone, read when the page is opened. */
function useHoldings(isNeeded: boolean) {
  const client = useQueryClient()
  const { mark = null, signedIn = false } = useSession().data ?? {}
  const [progress, setProgress] = useState({ rows: 0, waiting: null as Waiting | null })
  const query = useQuery({
    queryKey: ['reconciliation', mark],
    enabled: isNeeded && signedIn,
    retry: false,
    // Whoever comes back from a list that a difference led to finds what there was.
    staleTime: 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<ReportSource> => {
      const session = await openSession(client)
      const listed = new Map<string, number>()
      const begun = new Date().toISOString()
      const holdings = await readToReconcile(() =>
        readHoldings({
          signal,
          retries: 5,
          session: session.mark,
          onWait: (waiting) => setProgress((now) => ({ ...now, waiting })),
          onProgress: ({ list, rows }) => {
            listed.set(list, rows)
            setProgress({ rows: [...listed.values()].reduce((sum, each) => sum + each, 0), waiting: null })
          },
        }),
      )
      const { service, account } = session
      const ended = new Date().toISOString()
      const held = { service, account, begun, ended, holdings, transactions: null }
      announce(reconciliationReport(held).headline.text)
      return held
    },
  })
  return {
    held: (signedIn && query.data) || null,
    isReading: query.isFetching,
    progress,
    failure: query.isFetching ? null : failureOf(query),
    readAgain: () => void query.refetch(),
  }
}

function Reading({ held, isReading, progress, failure, readAgain }: ReturnType<typeof useHoldings>) {
  const failed = useFailureShown(failure, {
    hasRows: held !== null,
    reading: String(failure?.at),
    isUrgent: true,
  })
  const seconds = useSecondsUntil(progress.waiting?.until ?? null)
  return (
    <>
      <FailedReading failed={failed} onRetry={readAgain} />
      {isReading && (
        <Box label="Progress">
          <p>
            <span role="status">
              {progress.waiting ? whyWaiting(progress.waiting) : 'Reading vaults and balances'}
            </span>
            : {counted(progress.rows, 'row')} so far.
            {progress.waiting && ` Resumes in ${seconds} s.`}
          </p>
        </Box>
      )}
    </>
  )
}
