import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { reconciliationCodec } from '../../url/lists.ts'

const columns = ['Check', 'Verdict', 'Compared']

/** `/reconciliation`: whether vaults, balances and transactions say the same, to the last digit. */
export default function ReconciliationPage() {
  return (
    <>
      <PageHeader title="Reconciliation" actions={<ListActions />} />
      <PageBody>
        <LinkNotice codec={reconciliationCodec} />
        <FromReport name="reconciliation" link="/reconciliation" what="A reconciliation" columns={columns}>
          {(report) => <ReportView report={report} />}
        </FromReport>
      </PageBody>
    </>
  )
}
