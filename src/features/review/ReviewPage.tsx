import { LinkNotice } from '../../list/LinkNotice.tsx'
import { Fetched } from '../../ui/lazy.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { plainView } from '../../url/lists.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'

/** `/review`: what is dangerous or untidy among the whitelists, and in what was paid. */
export default function ReviewPage() {
  return (
    <>
      <PageHeader title="Whitelist review" />
      <PageBody>
        <LinkNotice codec={plainView} />
        <BooksNeeded what="A review of the whitelists">
          {(books) => <Fetched load={loadView}>{(View) => <View books={books} />}</Fetched>}
        </BooksNeeded>
      </PageBody>
    </>
  )
}

const loadView = () => import('./ReviewView.tsx')
