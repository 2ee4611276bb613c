import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSessionMark } from '../../api/hooks.ts'
import type { HeldBooks } from '../../books/books.ts'
import { Instant } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useFileDrop } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Box } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { changeHref } from '../../url/packs.ts'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import type { HeldPack, PackInPlace } from '../../work/task.ts'
import { useBooks, useEarlierPack } from '../../work/use-books.ts'
import { releasePack, useWorkStore } from '../../work/work.ts'
import { ReportView } from '../report/index.ts'
import { ChoosePack, PackLine, usePackChoice } from './PackChoice.tsx'
import { SideBySide } from './SideBySide.tsx'

/** The books against those of an earlier audit pack, or two packs against each other. */
export function Comparison() {
  const session = useSessionMark()
  const store = useWorkStore()
  const earlier = useEarlierPack()
  const [second, setSecond] = useState<HeldPack | null>(null)
  const chooseSecond = (pack: HeldPack | null) => {
    if (second) releasePack(second)
    setSecond(pack)
  }
  const first = usePackChoice(['earlier pack', session], (pack) => store?.keepEarlierPack(pack))
  const other = usePackChoice(['second pack'], chooseSecond)
  // It is compared on this page alone.
  const forgetSecond = useEffectEvent(() => {
    other.forget()
    if (second) releasePack(second)
  })
  useEffect(() => () => forgetSecond(), [])
  const chooseEarlier = first.open
  useFileDrop(([file]) => {
    if (file) chooseEarlier(file)
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
          <ChoosePack label="Choose an audit pack" onChoose={chooseEarlier} />
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
        <ChoosePack label="Choose another pack" onChoose={chooseEarlier} />
        {second ? (
          <Button small onClick={() => chooseSecond(null)}>
            Compare with the books
          </Button>
        ) : (
          <ChoosePack label="Compare with a second pack" onChoose={other.open} />
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
        The books as of <Instant iso={books.ended} />
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
  /** Those that the pack is compared with. */
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
                // These are the books that the rest of the console shows.
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
