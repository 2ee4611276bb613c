import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { ReactNode } from 'react'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import type { OpenRecord } from '../../list/list-focus.ts'
import type { ListPage } from '../../list/list-page.ts'
import { useKeyHint } from '../../records/keys.ts'
import { RecordLinks } from '../../records/record.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { OneTransaction } from './TransactionPage.tsx'

/** The open transaction: from the list's rows where it is among them, else read alone. */
export default function TransactionDrawer({
  id,
  page: { rows, body },
  open: { close, previous, next },
}: {
  id: string
  page: ListPage<ConsoleTransaction>
  open: OpenRecord
}) {
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={close}
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
        known={[...rows, ...(body?.records ?? [])].find((row) => row.transaction_id === id)}
      />
    </Drawer>
  )
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
