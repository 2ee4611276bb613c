import type { UseMutationResult } from '@tanstack/react-query'
import FileX from 'lucide-react/icons/file-x'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import type { PageRange } from '../api/hooks.ts'
import { ErrorBanner } from '../records/errors.tsx'
import { Button, ButtonLink } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/messages.tsx'
import type { ListPatch, ListView } from '../url/list-view.ts'

interface PastEndProps<F extends string, X extends string> {
  readonly noun: string
  readonly view: ListView<F, X>
  readonly href: (patch: ListPatch<F, X>) => string
  readonly useLastPage?: () => UseMutationResult<
    number,
    Error,
    PageRange & { filter: Readonly<Partial<Record<F, string>>> }
  >
}

/** How such a page is called. */
export const pastEnd = 'This page is past the end of the list'

/** A page past the end of its list: says so, and leads to pages that exist. */
export function PastEnd<F extends string, X extends string>({
  noun,
  view,
  href,
  useLastPage,
}: PastEndProps<F, X>) {
  return (
    <EmptyState
      icon={<FileX />}
      title={pastEnd}
      actions={
        <>
          <ButtonLink to={href({ offset: 0 })} kind="primary">
            Go to the first page
          </ButtonLink>
          {useLastPage && <LastPageButton view={view} href={href} useLastPage={useLastPage} />}
        </>
      }
    >
      <p>
        There are fewer {noun} than this link expects. The list may have become shorter since the link was
        made.
      </p>
    </EmptyState>
  )
}

/** Finds the last page when asked: the service tells no total, so that it takes a few requests. */
function LastPageButton<F extends string, X extends string>({
  view: { filter, limit, offset },
  href,
  useLastPage,
}: Required<Omit<PastEndProps<F, X>, 'noun'>>) {
  const navigate = useNavigate()
  const search = useLastPage()
  const go = () =>
    search.mutate(
      { filter, limit, offset },
      { onSuccess: (last) => void navigate(href({ offset: last }), { replace: true }) },
    )
  return (
    <>
      <Button onClick={go} busy={search.isPending}>
        {search.isPending ? 'Looking for the last page' : 'Go to the last page'}
      </Button>
      {search.error instanceof ApiError && <ErrorBanner error={search.error} onRetry={go} />}
    </>
  )
}
