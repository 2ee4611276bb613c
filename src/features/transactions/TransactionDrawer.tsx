import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTransactionBeyond } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import type { ListPage } from '../../list/list-page.ts'
import type { UseListView } from '../../list/use-list-view.ts'
import { useKeyHint, useKeys } from '../../records/keys.ts'
import { RecordLinks } from '../../records/record.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import { announce } from '../../ui/inline.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { OneTransaction } from './TransactionDetails.tsx'

interface DrawerProps {
  readonly id: string
  /** In the order of the table. */
  readonly rows: readonly Transaction[]
  readonly page: ListPage<Transaction>
  readonly params: Pick<UseListView<keyof TransactionFilter, 'tx'>, 'view' | 'patch'>
  /** What the rows are the lists of. */
  readonly asked: readonly Filter<'transactions'>[]
}

/** The open transaction: from the list's rows where it is among them, else read alone. */
export default function TransactionDrawer(props: DrawerProps) {
  const { id, rows, page, params } = props
  const { previous, next, isStepping } = useSteps(props)
  // While a step is on its way, another one would pass a record that nobody has seen.
  useKeys({ '[': () => !isStepping && previous?.(), ']': () => !isStepping && next?.() })
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={() => params.patch({ params: { tx: null } })}
      toolbar={
        <>
          <StepButton label="Previous transaction" shortcut="[" onStep={previous} busy={isStepping}>
            <ChevronUp aria-hidden />
          </StepButton>
          <StepButton label="Next transaction" shortcut="]" onStep={next} busy={isStepping}>
            <ChevronDown aria-hidden />
          </StepButton>
          <RecordLinks noun="transaction" href={transactionHref(id)} />
        </>
      }
    >
      <OneTransaction
        id={id}
        known={[...rows, ...(page.latest?.records ?? [])].find((row) => row.transaction_id === id)}
      />
    </Drawer>
  )
}

/** Steps to the records before and after, across pages. */
function useSteps({ id, rows, page: { latest, isLoaded }, params: { view, patch }, asked }: DrawerProps) {
  const beyond = useTransactionBeyond()
  const { limit, offset } = view
  // A step to another page may take long. What is opened meanwhile stays.
  const openNow = useRef(id)
  useLayoutEffect(() => {
    openNow.current = id
  })
  // A service may list an id twice, and the second must not lead back to the first.
  const [at, setAt] = useState(-1)
  const isAt = (row: Transaction | undefined) => row?.transaction_id === id
  // What another page led to may be in the latest reading alone.
  const among = rows.some(isAt) ? rows : (latest?.records ?? [])
  const index = isAt(among[at]) ? at : among.findIndex(isAt)
  if (index < 0 || !isLoaded) return { previous: undefined, next: undefined, isStepping: beyond.isPending }
  // Replaces, so that Back leads to the list.
  const open = (tx: string, toOffset?: number) =>
    patch({ ...(toOffset !== undefined && { offset: toOffset }), params: { tx } }, { replace: true })
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
      { asked, limit, offset, rows: among, by },
      {
        onSuccess: (found) => {
          if (openNow.current !== id) return
          if (found) open(found.id, found.offset === offset ? undefined : found.offset)
          else if (found === null) announce('There are no more transactions in this direction.')
          else announce('The list has changed. The next transaction could not be found.')
        },
        onError: () => announce('The next page could not be read.'),
      },
    )
  return {
    previous: within(-1) ?? (offset > 0 ? over(-1) : undefined),
    next: within(1) ?? (latest?.hasNext ? over(1) : undefined),
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
  shortcut: '[' | ']'
  onStep: (() => void) | undefined
  busy: boolean
  children: ReactNode
}) {
  const keyHint = useKeyHint()
  return (
    // A disabled button would lose the focus.
    <IconButton
      label={label}
      aria-keyshortcuts={keyHint(shortcut)}
      aria-disabled={!onStep || busy || undefined}
      onClick={() => !busy && onStep?.()}
    >
      {children}
    </IconButton>
  )
}
