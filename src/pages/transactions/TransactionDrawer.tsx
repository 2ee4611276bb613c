import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Records } from '../../api/endpoints.ts'
import { failureOf } from '../../api/failure.ts'
import { useTransaction, useTransactionsPageOver } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import { useKeys } from '../../components/keys.ts'
import type { BesideProps } from '../../components/list/ListPage.tsx'
import { usePreferences } from '../../components/preferences.tsx'
import type { Filter } from '../../contract/endpoints.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { TransactionDetails } from './TransactionDetails.tsx'

type DrawerProps = BesideProps<Transaction, keyof Filter<'transactions'>, 'tx'>

/** The open transaction beside the list: from the list's own rows where it is among them, else fetched alone. */
export function TransactionDrawer(props: DrawerProps) {
  const id = props.view.extra.tx
  return id === undefined ? null : <OpenTransaction {...props} id={id} />
}

function OpenTransaction({ id, ...props }: DrawerProps & { id: string }) {
  const { rows, patch } = props
  const { previous, next, isStepping } = useSteps(id, props)
  useKeys({ '[': () => previous?.(), ']': () => next?.() })
  const link = new URL(transactionHref(id), window.location.href).href
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={() => patch({ extra: { tx: null } })}
      toolbar={
        <>
          <StepButton label="Previous transaction" shortcut="[" onStep={previous} busy={isStepping}>
            <ChevronUp aria-hidden />
          </StepButton>
          <StepButton label="Next transaction" shortcut="]" onStep={next} busy={isStepping}>
            <ChevronDown aria-hidden />
          </StepButton>
          <CopyButton text={link} label="Copy link to this transaction" />
          <ButtonLink to={transactionHref(id)} kind="quiet" small icon={<Maximize2 aria-hidden />}>
            Open
          </ButtonLink>
        </>
      }
    >
      <OneTransaction id={id} known={rows.find((row) => row.transaction_id === id)} />
    </Drawer>
  )
}

/** The ways to the records before and after the open one, over the borders of the page. */
function useSteps(id: string, { rows, view, patch, hasNext }: DrawerProps) {
  const over = useTransactionsPageOver()
  const { filter, limit, offset } = view
  const index = rows.findIndex((row) => row.transaction_id === id)
  // Replaces, so that Back leads to the list and not through every record that was leafed through.
  const open = (tx: string, toOffset = offset) =>
    patch({ ...(toOffset === offset ? {} : { offset: toOffset }), extra: { tx } }, { replace: true })
  const within = (by: -1 | 1) => {
    const tx = rows[index + by]?.transaction_id
    return tx ? () => open(tx) : undefined
  }
  const beyond = (by: -1 | 1) => () => {
    const toOffset = Math.max(0, offset + by * limit)
    over.mutate(
      { filter, limit, offset: toOffset },
      {
        onSuccess: ({ records }) => {
          const tx = records.at(by < 0 ? -1 : 0)?.transaction_id
          if (tx) open(tx, toOffset)
          else announce('There is no further transaction.')
        },
        onError: () => announce('The neighbouring page could not be read.'),
      },
    )
  }
  if (index < 0) return { previous: undefined, next: undefined, isStepping: false }
  return {
    previous: index > 0 ? within(-1) : offset > 0 ? beyond(-1) : undefined,
    next: index < rows.length - 1 ? within(1) : hasNext ? beyond(1) : undefined,
    isStepping: over.isPending,
  }
}

function StepButton({
  label,
  shortcut,
  onStep,
  busy,
  children,
}: {
  label: string
  shortcut: string
  onStep: (() => void) | undefined
  busy: boolean
  children: ReactNode
}) {
  return (
    <IconButton label={label} aria-keyshortcuts={shortcut} onClick={onStep} disabled={!onStep || busy}>
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
  const failure = failureOf(query)
  const transaction = query.data?.records[0]
  return (
    <>
      {failure && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
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
