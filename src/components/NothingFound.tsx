import { SearchX } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { UntrustedText } from './UntrustedText.tsx'

/**
 * A list without rows: because the filters match nothing (then they can be cleared), or because nothing of the kind
 * exists. Never both in the same words.
 */
export function NothingFound({
  title,
  explanation,
  small,
  onClearFilters,
}: {
  /** What is said where filters are set. */
  title: string
  explanation: string
  /** The code and message, in small print. */
  small?: string
  /** Left out where no filter is set. */
  onClearFilters?: () => void
}) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={onClearFilters ? title : 'There is nothing here yet'}
      small={small && <UntrustedText text={small} />}
      actions={onClearFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
    >
      <p>
        {onClearFilters ? explanation : 'The service holds no records of this kind for your organization.'}
      </p>
    </EmptyState>
  )
}
