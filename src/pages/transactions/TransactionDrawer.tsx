import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { RecordLinks, StepButtons } from '../../display/record.tsx'
import type { OpenRecord } from '../../list/list-focus.ts'
import type { ListPage } from '../../list/list-page.ts'
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
          <StepButtons noun="transaction" previous={previous} next={next} />
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
