import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf, needsAllRecords } from '../api/failure.ts'
import { ErrorBanner } from '../display/errors.tsx'
import { AwaitedRecords } from './AwaitedRecords.tsx'

/** Shows the answer to this query, never that of the previous one: until it comes `waiting`, or why there is none. */
export function FromRecords<Value>({
  query,
  what,
  waiting,
  children,
}: {
  query: UseQueryResult<Value>
  /** The start of a sentence: "A total". */
  what: string
  waiting: ReactNode
  children: (value: Value) => ReactNode
}): ReactNode {
  if (query.data !== undefined && !query.isPlaceholderData) return children(query.data)
  const failure = failureOf(query)
  if (failure && needsAllRecords(failure))
    return <AwaitedRecords what={what} missing={failure.failure.details} />
  if (failure) return <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
  return waiting
}
