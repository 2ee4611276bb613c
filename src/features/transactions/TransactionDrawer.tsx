import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useState } from 'react'
import type { Transaction } from '../../api/records.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import type { ListPage } from '../../list/list-page.ts'
import type { UseListView } from '../../list/use-list-view.ts'
import { useKeyHint, useKeys } from '../../records/keys.ts'
import { RecordLinks } from '../../records/record.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { OneTransaction } from './TransactionDetails.tsx'

interface DrawerProps {
  readonly id: string
  /** In the order of the table. */
  readonly rows: readonly Transaction[]
  readonly page: ListPage<Transaction>
  readonly params: Pick<UseListView<keyof TransactionFilter, 'tx'>, 'view' | 'patch'>
}

/** The open transaction: from the list's rows where it is among them, else read alone. */
export default function TransactionDrawer(props: DrawerProps) {
  const { id, rows, page, params } = props
  const { previous, next } = useSteps(props)
  useKeys({ '[': () => previous?.(), ']': () => next?.() })
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={() => params.patch({ params: { tx: null } })}
      toolbar={
        <>
          <StepButton label="Previous transaction" shortcut="[" onStep={previous}>
            <ChevronUp aria-hidden />
          </StepButton>
          <StepButton label="Next transaction" shortcut="]" onStep={next}>
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

/** Steps to the records before and after on the page. */
function useSteps({ id, rows, page: { latest, isLoaded }, params: { patch } }: DrawerProps) {
  // A service may list an id twice, and the second must not lead back to the first.
  const [at, setAt] = useState(-1)
  const isAt = (row: Transaction | undefined) => row?.transaction_id === id
  // A link may open a record that is in the latest reading alone.
  const among = rows.some(isAt) ? rows : (latest?.records ?? [])
  const index = isAt(among[at]) ? at : among.findIndex(isAt)
  const step = (by: -1 | 1) => {
    for (let to = index + by; index >= 0 && isLoaded && to >= 0 && to < among.length; to += by) {
      const tx = among[to]?.transaction_id
      if (!tx || tx === id) continue
      return () => {
        setAt(to)
        // Replaces, so that Back leads to the list.
        patch({ params: { tx } }, { replace: true })
      }
    }
    return undefined
  }
  return { previous: step(-1), next: step(1) }
}

function StepButton({
  label,
  shortcut,
  onStep,
  children,
}: {
  label: string
  shortcut: '[' | ']'
  onStep: (() => void) | undefined
  children: ReactNode
}) {
  const keyHint = useKeyHint()
  return (
    // A disabled button would lose the focus.
    <IconButton
      label={label}
      aria-keyshortcuts={keyHint(shortcut)}
      aria-disabled={!onStep || undefined}
      onClick={() => onStep?.()}
    >
      {children}
    </IconButton>
  )
}
