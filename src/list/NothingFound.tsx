import SearchX from 'lucide-react/icons/search-x'
import type { NoRecords } from '../api/endpoints.ts'
import { errorEntry } from '../contract/errors.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/messages.tsx'

/**
 * A list without rows: because the filters match nothing (then they can be cleared), or because nothing of the kind
 * exists. Never both in the same words.
 */
export function NothingFound({
  noun,
  said,
  explanation = 'Nothing matches all of these filters.',
  onClearFilters,
}: {
  /** What is not there, in the plural. */
  noun: string
  /** What the service itself said, which stands in small print. */
  said: NoRecords | undefined
  /** What is said where filters are set. */
  explanation?: string | undefined
  /** Left out where no filter is set. */
  onClearFilters?: () => void
}) {
  const title = (said && errorEntry(said.code)?.title) ?? `No ${noun} match`
  return (
    <EmptyState
      icon={<SearchX />}
      title={onClearFilters ? title : 'There is nothing here yet'}
      small={said && <UntrustedText text={`${said.code} · ${said.message}`} />}
      actions={onClearFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
    >
      <p>{onClearFilters ? explanation : 'The service lists no records of this kind.'}</p>
    </EmptyState>
  )
}
