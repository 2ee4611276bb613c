import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { HeldBooks } from '../../books/books.ts'
import { Instant } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { FileButton, useFileDrop } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Box } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { changeHref } from '../../url/packs.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import type { HeldPack, PackInPlace } from '../../work/task.ts'
import { releasePack, useBooks, useEarlierPack, useWorkStore } from '../../work/work.ts'
import { ReportView } from '../report/ReportView.tsx'
import { PackLine, usePackChoice } from './PackChoice.tsx'
import { SideBySide } from './SideBySide.tsx'

/** Compares the books with an earlier audit pack, or two packs with each other. */
export function Comparison() {
  const store = useWorkStore()
  const earlier = useEarlierPack()
  const [second, setSecond] = useState<HeldPack | null>(null)
  // Unlike the first pack, it is forgotten when the page is left.
  useEffect(() => () => void (second && releasePack(second)), [second])
  const first = usePackChoice((pack) => store?.keepEarlierPack(pack))
  const other = usePackChoice(setSecond)
  useFileDrop(([file]) => {
    if (file) first.open(file)
  })
  if (!earlier)
    return (
      <Box label="Compare with a pack">
        <h2 className={layout.heading}>Compare with a pack</h2>
        <p>
          See what changed since an earlier pack. Choose it, or drop it on this page. It stays in this
          browser, and closing the tab removes it.
        </p>
        <div>
          <FileButton label="Choose an audit pack" accept=".zip" onChoose={first.open} />
        </div>
        {first.notice}
      </Box>
    )
  const choice = (
    <Box label="What is compared">
      <h2 className={layout.heading}>Compare with a pack</h2>
      <DescriptionList>
        <DescriptionItem term="Pack">
          <PackLine pack={earlier} />
        </DescriptionItem>
        <DescriptionItem term="Compared with">
          {second ? <PackLine pack={second} /> : <BooksLine />}
        </DescriptionItem>
      </DescriptionList>
      <div className={layout.row} data-print="hide">
        <FileButton label="Choose another pack" accept=".zip" onChoose={first.open} />
        {second ? (
          <Button small onClick={() => setSecond(null)}>
            Compare with the current records
          </Button>
        ) : (
          <FileButton label="Compare with a second pack" accept=".zip" onChoose={other.open} />
        )}
      </div>
      {first.notice}
      {other.notice}
    </Box>
  )
  const comparison = (books: HeldBooks) => (
    <>
      {choice}
      <Compared earlier={earlier} second={second} books={books} />
    </>
  )
  return second ? comparison(second.books) : <BooksNeeded what="A comparison">{comparison}</BooksNeeded>
}

function BooksLine() {
  const { books } = useBooks()
  return (
    books && (
      <>
        The current records, as of <Instant iso={books.ended} />
      </>
    )
  )
}

function Compared({
  earlier,
  second,
  books,
}: {
  earlier: HeldPack
  second: HeldPack | null
  /** What the earlier pack is compared with. */
  books: HeldBooks
}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const input = { earlier: inPlace(earlier), second: second && inPlace(second) }
  const open = search.get('change')
  const isOrdered = earlier.books.ended <= books.ended
  return (
    <FromBooks view="changes" books={books} input={input} others={[earlier.books.id]}>
      {(report) => {
        const row = report.tables.flatMap(({ rows }) => rows).find(({ id }) => id === open)
        return (
          <>
            <ReportView report={report} />
            {row && (
              <SideBySide
                row={row}
                books={isOrdered ? [earlier.books, books] : [books, earlier.books]}
                // The books that the rest of the console shows.
                isCurrent={second === null && isOrdered}
                onClose={() => void navigate(changeHref())}
              />
            )}
          </>
        )
      }}
    </FromBooks>
  )
}

function inPlace({ books, about }: HeldPack): PackInPlace {
  return { books: books.id, about }
}
