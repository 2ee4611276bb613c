import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Records } from '../../api/endpoints.ts'
import { useTransaction } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import type { BesideProps } from '../../components/list/ListPage.tsx'
import { usePreferences } from '../../components/preferences.tsx'
import type { Filter } from '../../contract/endpoints.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { TransactionDetails } from './TransactionDetails.tsx'

/** The open transaction beside the list: from the list's own rows where it is among them, else fetched alone. */
export function TransactionDrawer({
  rows,
  view,
  patch,
}: BesideProps<Transaction, keyof Filter<'transactions'>, 'tx'>) {
  const id = view.extra.tx
  if (id === undefined) return null
  const index = rows.findIndex((row) => row.transaction_id === id)
  const step = (by: number) => {
    const next = rows[index + by]?.transaction_id
    // Replaces, so that Back leads to the list and not through every record that was leafed through.
    return index >= 0 && next ? () => patch({ extra: { tx: next } }, { replace: true }) : undefined
  }
  const link = new URL(transactionHref(id), window.location.href).href
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={() => patch({ extra: { tx: null } })}
      toolbar={
        <>
          <StepButton label="Previous transaction" onStep={step(-1)}>
            <ChevronUp aria-hidden />
          </StepButton>
          <StepButton label="Next transaction" onStep={step(1)}>
            <ChevronDown aria-hidden />
          </StepButton>
          <CopyButton text={link} label="Copy link to this transaction" />
          <ButtonLink to={transactionHref(id)} kind="quiet" small icon={<Maximize2 aria-hidden />}>
            Open
          </ButtonLink>
        </>
      }
    >
      <OneTransaction id={id} known={rows[index]} />
    </Drawer>
  )
}

function StepButton({
  label,
  onStep,
  children,
}: {
  label: string
  onStep: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <IconButton label={label} onClick={onStep} disabled={!onStep}>
      {children}
    </IconButton>
  )
}

/** One transaction by its id; `known` spares the request. */
export function OneTransaction({ id, known }: { id: string; known?: Transaction | undefined }) {
  const { live } = usePreferences()
  const query = useTransaction(known ? null : id, { live })
  if (known) return <TransactionDetails transaction={known} />
  return <Fetched query={query} />
}

function Fetched({ query }: { query: UseQueryResult<Records<Transaction>> }) {
  const failure = query.error ?? (query.isFetching ? query.failureReason : null)
  const transaction = query.data?.records[0]
  return (
    <>
      {failure instanceof ApiError && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {transaction ? (
        <TransactionDetails transaction={transaction} />
      ) : (
        query.isFetching && !failure && <Waiting />
      )}
    </>
  )
}

function Waiting() {
  return (
    <div aria-busy>
      <VisuallyHidden>Loading the transaction</VisuallyHidden>
      {['60%', '40%', '90%', '75%', '85%', '50%'].map((width) => (
        <p key={width}>
          <SkeletonText width={width} />
        </p>
      ))}
    </div>
  )
}
