import type { ReactNode } from 'react'
import type { Books } from '../books/books.ts'
import { ReadingFailure } from '../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../list/reading/ReadingProgress.tsx'
import { booksProgressWords, useBooks as useBooksReading } from '../list/reading/use-books.ts'
import { Box } from '../ui/Box.tsx'
import { Button } from '../ui/Button.tsx'

/** What is made of the books, once they are read. Until then one line says so, with one button. */
export function BooksNeeded({
  what,
  children,
}: {
  /** What needs them, at the beginning of a sentence: "A statement". */
  what: string
  children: (books: Books) => ReactNode
}): ReactNode {
  const reading = useBooksReading()
  const { result, progress, failure, start, cancel } = reading
  if (result) return children(result)
  if (progress)
    return (
      <ReadingProgress
        {...booksProgressWords(progress.position)}
        progress={progress}
        onEnd={cancel}
        hold={reading}
      />
    )
  if (failure) return <ReadingFailure reading={reading} />
  return (
    <Box>
      <p>
        {what} needs the books.{' '}
        <Button small kind="primary" onClick={start}>
          Read them
        </Button>
      </p>
    </Box>
  )
}
