import type { Filter } from '../../contract/endpoints.ts'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import {
  assetGroup,
  cleared,
  type FilterGroup,
  networkGroup,
  wrongParameters,
} from '../../list/filter-groups.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { reconciliationCodec } from '../../url/lists.ts'

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

const columns = ['Check', 'Verdict', 'Compared']

/** `/reconciliation`: whether vaults, balances and transactions say the same, to the last digit. */
export default function ReconciliationPage() {
  const { view, patch } = usePageState(reconciliationCodec)
  return (
    <>
      <PageHeader title="Reconciliation" actions={<ListActions />}>
        <FilterBar
          groups={groups}
          filter={view.filter}
          wrong={wrongParameters(null, view.invalid, Object.keys(view.filter))}
          onChange={(filter) => patch({ filter })}
          onClearAll={() => patch({ filter: cleared(groups.flatMap(({ fields }) => fields)) })}
        />
      </PageHeader>
      <PageBody>
        <LinkNotice codec={reconciliationCodec} />
        <FromReport
          name="reconciliation"
          link={reconciliationCodec.href('/reconciliation', view.filter)}
          what="A reconciliation"
          columns={columns}
        >
          {(report) => <ReportView report={report} />}
        </FromReport>
      </PageBody>
    </>
  )
}
