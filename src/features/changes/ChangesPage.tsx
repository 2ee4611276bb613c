import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSessionMark } from '../../api/hooks.ts'
import { compareBooks } from '../../books/compare.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { Instant } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useFileDrop } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Box } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList, PageBody, PageHeader } from '../../ui/page.tsx'
import { changesHref } from '../../url/hrefs.ts'
import { changesView } from '../../url/lists.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import type { OpenedPack } from '../../work/task.ts'
import { keepEarlierPack, useEarlierPack } from '../../work/use-books.ts'
import { ReportView } from '../report/index.ts'
import { ChoosePack, PackLine, usePackChoice } from './PackChoice.tsx'
import { type Compared, changesReport } from './report.ts'
import { SideBySide } from './SideBySide.tsx'
import { sidesOf } from './sides.ts'

/** `/changes`: the books against those of an earlier audit pack, or two packs against each other. */
export default function ChangesPage() {
  const session = useSessionMark()
  const earlier = useEarlierPack()
  const [later, setLater] = useState<OpenedPack | null>(null)
  const first = usePackChoice(
    ['earlier pack', session],
    (pack) => session !== null && keepEarlierPack(pack, session),
  )
  const second = usePackChoice(['second pack'], setLater)
  // It is compared on this page alone.
  const forgetSecond = useEffectEvent(second.forget)
  useEffect(() => () => forgetSecond(), [])
  const chooseEarlier = first.open
  useFileDrop(([file]) => {
    if (file) chooseEarlier(file)
  })
  if (!earlier)
    return (
      <Page>
        <Box>
          <p>
            See what changed since an earlier audit pack. Choose the pack, or drop it anywhere on this page.
            It stays in this browser, and closing the tab removes it.
          </p>
          <div>
            <ChoosePack label="Choose an audit pack" onChoose={chooseEarlier} />
          </div>
          {first.notice}
        </Box>
      </Page>
    )
  const comparison = (other: Compared, own: ReactNode) => (
    <Comparison
      earlier={earlier}
      other={other}
      isCurrent={later === null}
      choice={
        <Box label="What is compared">
          <DescriptionList>
            <DescriptionItem term="Pack">
              <PackLine pack={earlier} />
            </DescriptionItem>
            <DescriptionItem term="Compared with">
              {later ? (
                <PackLine pack={later} />
              ) : (
                <>
                  The books as of <Instant iso={other.books.ended} />
                </>
              )}
            </DescriptionItem>
          </DescriptionList>
          <div className={layout.row} data-print="hide">
            <ChoosePack label="Choose another pack" onChoose={chooseEarlier} />
            {own}
          </div>
          {first.notice}
          {second.notice}
        </Box>
      }
    />
  )
  const choosePack = <ChoosePack label="Compare with a second pack" onChoose={second.open} />
  return (
    <Page>
      {later ? (
        comparison(
          later,
          <Button small onClick={() => setLater(null)}>
            Compare with the books
          </Button>,
        )
      ) : (
        <BooksNeeded what="A comparison">
          {(books) => comparison({ books, about: null }, choosePack)}
        </BooksNeeded>
      )}
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Changes" />
      <PageBody>
        <LinkNotice codec={changesView} />
        {children}
      </PageBody>
    </>
  )
}

/** The older ones are the earlier, whichever was chosen first. */
function Comparison({
  earlier,
  other: { books, about },
  isCurrent,
  choice,
}: {
  earlier: OpenedPack
  other: Compared
  /** Whether these are the books that the rest of the console shows. */
  isCurrent: boolean
  choice: ReactNode
}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isOrdered = earlier.books.ended <= books.ended
  const [before, after] = isOrdered ? [earlier.books, books] : [books, earlier.books]
  const changes = useMemo(() => compareBooks(before, after), [before, after])
  const report = useMemo(() => {
    const other = { books, about }
    return isOrdered ? changesReport(earlier, other, changes) : changesReport(other, earlier, changes)
  }, [isOrdered, earlier, books, about, changes])
  const open = search.get('change')
  const sides = open === null ? null : sidesOf(open, changes, { before, after })
  return (
    <>
      {choice}
      <ReportView report={report} />
      {sides && (
        <SideBySide
          sides={sides}
          books={[before, after]}
          isCurrent={isCurrent && after === books}
          onClose={() => void navigate(changesHref())}
        />
      )}
    </>
  )
}
