import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Records } from '../../api/endpoints.ts'
import { failureOf } from '../../api/failure.ts'
import { useTransaction, useTransactionBeyond } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { RecordProps } from '../../list/ListRecord.tsx'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { useKeys } from '../../records/keys.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { TransactionDetails } from './TransactionDetails.tsx'

type DrawerProps = RecordProps<Transaction, keyof Filter<'transactions'>, 'tx'>

/** The open transaction beside the list: from the list's own rows where it is among them, else fetched alone. */
export function TransactionDrawer(props: DrawerProps) {
  const id = props.view.extra.tx
  return id === undefined ? null : <OpenTransaction {...props} id={id} />
}

function OpenTransaction({ id, ...props }: DrawerProps & { id: string }) {
  const { rows, latest, patch } = props
  const { previous, next, isStepping } = useSteps(id, props)
  useKeys({ '[': () => !isStepping && previous?.(), ']': () => !isStepping && next?.() })
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
      <OneTransaction id={id} known={[...rows, ...latest].find((row) => row.transaction_id === id)} />
    </Drawer>
  )
}

/** The ways to the records before and after the open one, over the borders of the page. */
function useSteps(id: string, { rows, latest, isLoaded, view, patch, hasNext }: DrawerProps) {
  const beyond = useTransactionBeyond()
  const { filter, limit, offset } = view
  // A step over a border may take long: what was opened meanwhile stays.
  const openNow = useRef(id)
  useLayoutEffect(() => {
    openNow.current = id
  })
  // Where the step led: a service may list an id twice, and the second one must not lead back to the first.
  const [at, setAt] = useState(-1)
  const isAt = (row: Transaction | undefined) => row?.transaction_id === id
  // What was stepped to over a border may stand on this page as it is now, and not as it stands here.
  const among = rows.some(isAt) ? rows : latest
  const index = isAt(among[at]) ? at : among.findIndex(isAt)
  if (index < 0 || !isLoaded) return { previous: undefined, next: undefined, isStepping: beyond.isPending }
  // Replaces, so that Back leads to the list and not through every record that was leafed through.
  const open = (tx: string, toOffset?: number) =>
    patch({ ...(toOffset !== undefined && { offset: toOffset }), extra: { tx } }, { replace: true })
  const within = (by: -1 | 1) => {
    for (let to = index + by; to >= 0 && to < among.length; to += by) {
      const tx = among[to]?.transaction_id
      if (!tx || tx === id) continue
      return () => {
        setAt(to)
        open(tx)
      }
    }
    return undefined
  }
  const over = (by: -1 | 1) => () =>
    beyond.mutate(
      { filter, limit, offset, rows: among, by },
      {
        onSuccess: (found) => {
          if (openNow.current !== id) return
          if (found) open(found.id, found.offset === offset ? undefined : found.offset)
          else if (found === null) announce('There is no further transaction.')
          else announce('The list has moved on: the neighbouring transaction is no longer found in it.')
        },
        onError: () => announce('The neighbouring page could not be read.'),
      },
    )
  return {
    previous: within(-1) ?? (offset > 0 ? over(-1) : undefined),
    next: within(1) ?? (hasNext ? over(1) : undefined),
    isStepping: beyond.isPending,
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
    // Not disabled, which would lose the focus of whoever has just pressed it for the last time.
    <IconButton
      label={label}
      aria-keyshortcuts={shortcut}
      aria-disabled={!onStep || busy || undefined}
      onClick={() => !busy && onStep?.()}
    >
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
        <TransactionDetails transaction={transaction} isAlone />
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
