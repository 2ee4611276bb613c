import type { Report } from '../../contract/report.ts'
import { readAccepted } from '../../files/evidence-inputs.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { focusHeading } from '../../list/list-focus.ts'
import { useListView } from '../../list/list-page.ts'
import { Button } from '../../ui/buttons.tsx'
import { FileButton, SegmentedControl } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { isReviewTab, reviewTabs, reviewView } from '../../url/lists.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import { saveBlob } from '../../work/made-file.ts'
import { ReportView } from '../report/ReportView.tsx'
import { acceptedFile, joinedAccepted, useAccepted } from './accepted-findings.ts'
import { FindingSheet } from './FindingSheet.tsx'
import { tabTitles } from './findings.ts'

/** `/review`: findings about whitelists and payments. */
export default function ReviewPage() {
  const { accepted } = useAccepted()
  return (
    <>
      <PageHeader title="Whitelist review" />
      <PageBody>
        <LinkNotice codec={reviewView} />
        <BooksNeeded what="A review of the whitelists">
          {(books) => (
            <FromBooks
              view="review"
              books={books}
              input={{ isDated: false, accepted }}
              later={{ isDated: true, accepted }}
            >
              {(report) => <Review report={report} />}
            </FromBooks>
          )}
        </BooksNeeded>
      </PageBody>
    </>
  )
}

function Review({ report }: { report: Report }) {
  const { view, patch } = useListView(reviewView)
  const { tab: asked, finding } = view.params
  const { tables } = report
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? []
  const tab = isReviewTab(asked) ? asked : (reviewTabs.find((name) => rowsOf(name).length > 0) ?? 'critical')
  const row =
    finding === undefined ? undefined : tables.flatMap(({ rows }) => rows).find(({ id }) => id === finding)
  return (
    <>
      {finding !== undefined && row === undefined && (
        <Banner
          tone="warning"
          title="There is no such finding"
          actions={
            <Button
              small
              onClick={() => {
                // The pressed button goes.
                focusHeading()
                patch({ params: { finding: null } })
              }}
            >
              Remove from the link
            </Button>
          }
        >
          <p>The review has no finding with the id in this link. The records behind it may have changed.</p>
        </Banner>
      )}
      <ReportView report={report} only={tab}>
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
        {tab === 'accepted' && <AcceptedFiles />}
      </ReportView>
      {row && <FindingSheet key={row.id} row={row} onClose={() => patch({ params: { finding: null } })} />}
    </>
  )
}

/** A file moves acceptances to another browser. */
function AcceptedFiles() {
  const { accepted, change } = useAccepted()
  const text = acceptedFile(accepted)
  const take = async (file: File) => {
    const read = readAccepted(await file.text())
    const isKept = read !== null && change((before) => joinedAccepted(before, read))
    announce(isKept ? 'Accepted findings were read.' : 'This file has no accepted findings that can be read.')
  }
  return (
    <div className={layout.row} data-print="hide">
      <p className={layout.muted}>
        Kept in this browser, for this account. Audit packs list them with their reasons. A finding opens
        again when the records behind it change.
      </p>
      <Button
        small
        disabled={text === null}
        onClick={() =>
          text !== null && saveBlob('accepted-findings.json', new Blob([text], { type: 'application/json' }))
        }
      >
        Save to a file
      </Button>
      <FileButton label="Read from a file" accept=".json" onChoose={(file) => void take(file)} />
    </div>
  )
}
