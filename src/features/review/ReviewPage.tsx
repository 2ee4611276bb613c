import { LinkNotice } from '../../list/LinkNotice.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { plainView } from '../../url/lists.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/index.ts'

/** `/review`: what is dangerous or untidy among the whitelists, and in what was paid. */
export default function ReviewPage() {
  return (
    <>
      <PageHeader title="Whitelist review" />
      <PageBody>
        <LinkNotice codec={plainView} />
        <BooksNeeded what="A review of the whitelists">
          {(books) => (
            <FromBooks view="review" books={books} input={{ isDated: false }} later={{ isDated: true }}>
              {(report) => <ReportView report={report} />}
            </FromBooks>
          )}
        </BooksNeeded>
      </PageBody>
    </>
  )
}
