import type { ComponentProps, ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { ErrorBanner } from '../records/errors.tsx'
import { Banner } from '../ui/messages.tsx'
import { PageBody } from '../ui/page.tsx'
import { FailedReading } from './FailedReading.tsx'
import { InvalidParameters } from './InvalidParameters.tsx'
import { SortNotice } from './SortNotice.tsx'
import type { ListController } from './use-list.ts'

/** What stands under the head of a list page: first what is wrong with the link, the reading or the sorting, then what the page shows. */
export function ListBody<R, F extends string, X extends string>({
  list,
  back,
  children,
}: {
  list: ListController<R, F, X>
  children: ReactNode
} & Pick<ComponentProps<typeof ErrorBanner>, 'back'>): ReactNode {
  const { view, patch, page, unsortedBy } = list
  return (
    <PageBody>
      <InvalidParameters
        invalid={view.invalid}
        onRemove={() => patch({ invalid: [], offset: view.offset, params: view.params })}
      />
      <FailedReading
        failed={list.failed}
        onRetry={list.refresh}
        {...(back && { back })}
        {...(list.isFiltered && { onClearFilters: list.clearFilters })}
      />
      {unsortedBy !== null && (
        <SortNotice
          column={unsortedBy}
          onRemove={() => patch(list.list.codec.sortedBy(null), { replace: true })}
        />
      )}
      {page.latest?.excess && <Excess error={page.latest.excess} />}
      {children}
    </PageBody>
  )
}

/** Says that the service sent far more than the page that it was asked for. Nothing of it is lost: the pages after this one hold it. */
function Excess({ error }: { error: ApiError }) {
  return (
    <Banner tone="warning" title="The service sent far more rows than requested">
      <p>{error.failure.details} This page shows the rows that belong on it. Turn the page for the rest.</p>
    </Banner>
  )
}
