import { useSession } from '../../api/session.ts'
import type { Report } from '../../contract/report.ts'
import { useKeys } from '../../display/keys.ts'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { useRowInSight } from '../../list/list-focus.ts'
import { usePageState } from '../../list/list-link.ts'
import { tabTitles } from '../../reports/review/findings.ts'
import { Button } from '../../ui/buttons.tsx'
import { DrawerPlace } from '../../ui/FetchedDrawer.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { rowLinks } from '../../ui/row-focus.ts'
import { reviewHref } from '../../url/hrefs.ts'
import { isReviewTab, reviewCodec, reviewTabs } from '../../url/lists.ts'
import { FindingDrawer } from './FindingDrawer.tsx'

const columns = ['What', 'Name', 'Address', 'Asset', 'Amount', 'Date']

/** `/review`: findings about whitelists and payments. */
export default function ReviewPage() {
  return (
    <>
      <PageHeader title="Whitelist review" />
      <PageBody>
        <LinkNotice codec={reviewCodec} />
        <FromReport
          name="whitelist-review"
          link={reviewHref()}
          what="A review of the whitelists"
          columns={columns}
        >
          {(report) => <Review report={report} />}
        </FromReport>
      </PageBody>
    </>
  )
}

function Review({ report }: { report: Report }) {
  const { view, patch } = usePageState(reviewCodec)
  const { tab: asked, finding } = view.params
  const { tables } = report
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? []
  const tab = isReviewTab(asked) ? asked : (reviewTabs.find((name) => rowsOf(name).length > 0) ?? 'critical')
  const row =
    finding === undefined ? undefined : tables.flatMap(({ rows }) => rows).find(({ id }) => id === finding)
  // In the order on screen, which the reader may have sorted.
  const step = (by: -1 | 1) => {
    const ids = rowLinks(document).map(({ dataset }) => dataset.rowId)
    const to = ids[ids.indexOf(finding) + by]
    if (to === undefined || !ids.includes(finding)) return announce('There are no more findings in this tab.')
    // Replaces, so that Back leads to the list.
    patch({ params: { finding: to } }, { replace: true })
  }
  useKeys(row === undefined ? {} : { '[': () => step(-1), ']': () => step(1) })
  useRowInSight(row?.id ?? null, true)
  return (
    <>
      {finding !== undefined && row === undefined && (
        <Banner
          tone="warning"
          title="There is no such finding"
          actions={
            <Button small onClick={() => patch({ params: { finding: null } })}>
              Remove from the link
            </Button>
          }
        >
          <p>The review has no finding with the id in this link. The records behind it may have changed.</p>
        </Banner>
      )}
      <ReportView report={report} only={tab} selectedId={finding ?? null}>
        <div className={layout.row} data-print="hide">
          <SegmentedControl
            label="Findings"
            value={tab}
            options={reviewTabs.map((value) => ({
              value,
              label: `${tabTitles[value]} ${rowsOf(value).length}`,
            }))}
            onChange={(value) => patch({ params: { tab: value } })}
          />
        </div>
        {rowsOf(tab).length === 0 && (
          <p className={layout.muted}>{tab === 'accepted' ? 'No accepted findings.' : 'No findings here.'}</p>
        )}
        {tab === 'accepted' && <AcceptedNote />}
      </ReportView>
      {row && (
        <>
          <DrawerPlace />
          <FindingDrawer
            row={row}
            onClose={() => patch({ params: { finding: null } })}
            previous={() => step(-1)}
            next={() => step(1)}
          />
        </>
      )}
    </>
  )
}

function AcceptedNote() {
  const session = useSession().data
  const isTyped = session?.person === null && !session.fixedKey && session.demonstrationKey === null
  return (
    <p className={layout.muted} data-print="hide">
      Kept with the records of this account, for everybody who reads it. Audit packs list them with their
      reasons. A finding opens again when the records behind it change.
      {isTyped && ' They are forgotten with the records, once nobody is signed in with this key.'}
    </p>
  )
}
