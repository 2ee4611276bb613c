import { failureOf } from '../../api/api-error.ts'
import { useTransaction } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { SkeletonText, VisuallyHidden } from '../../ui/inline.tsx'
import { TransactionDetails } from './TransactionDetails.tsx'
import { oneTransaction } from './words.ts'

/** One transaction by its id; `known` spares the request. */
export function OneTransaction({ id, known }: { id: string; known?: Transaction | undefined }) {
  const { live } = usePreferences()
  const query = useTransaction(known ? null : id, { live })
  if (known) return <TransactionDetails transaction={known} />
  const failure = failureOf(query)
  const transaction = query.data?.records[0]
  return (
    <>
      {failure && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {transaction ? (
        <TransactionDetails transaction={transaction} isAlone />
      ) : (
        query.isFetching && !failure && <TransactionSkeleton />
      )}
    </>
  )
}

function TransactionSkeleton() {
  return (
    <div aria-busy>
      <VisuallyHidden>{oneTransaction.loading}</VisuallyHidden>
      {['60%', '40%', '90%', '75%', '85%', '50%'].map((width) => (
        <p key={width}>
          <SkeletonText width={width} />
        </p>
      ))}
    </div>
  )
}
