import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { RecordLinks, StepButtons } from '../../display/record.tsx'
import type { ListPage } from '../../list/list-page.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { OneTransaction } from './TransactionPage.tsx'

/** The open transaction: from the list's rows where it is among them, else read alone. */
export default function TransactionDrawer({
  id,
  list: { rows, state, open },
}: {
  id: string
  list: Pick<ListPage<ConsoleTransaction>, 'rows' | 'state' | 'open'>
}) {
  return (
    <Drawer
      label="Transaction"
      heading="Transaction"
      onClose={open.close}
      toolbar={
        <>
          <StepButtons noun="transaction" previous={open.previous} next={open.next} />
          <RecordLinks noun="transaction" href={transactionHref(id)} />
        </>
      }
    >
      <OneTransaction
        id={id}
        known={[...rows, ...(state.body?.records ?? [])].find((row) => row.transaction_id === id)}
      />
    </Drawer>
  )
}
