import { type ReactNode, useEffect } from 'react'
import type { Books } from '../books/books.ts'
import { Button } from '../ui/buttons.tsx'
import { Box } from '../ui/messages.tsx'
import { TaskRow, useFocusKept } from './TaskRow.tsx'
import { isRunning } from './task.ts'
import { useBooks, useBooksTask, useKeptBooks } from './use-books.ts'
import { loadWork, useWorkStore } from './work.ts'

/** Shows its content once the books are read; until then, one line and one button. */
export function BooksNeeded({
  what,
  children,
}: {
  /** The start of a sentence: "A statement". */
  what: string
  children: (books: Books) => ReactNode
}): ReactNode {
  const { books, read } = useBooks()
  const { isOpening, readLabel } = useKeptBooks()
  const store = useWorkStore()
  // The frame may have failed to load it.
  useEffect(() => void loadWork().catch(() => {}), [])
  const task = useBooksTask()
  const frame = useFocusKept<HTMLDivElement>(books ? 'books' : (task?.phase ?? 'none'))
  if (books) return children(books)
  if (isOpening)
    return (
      <Box>
        <p role="status">Opening the books.</p>
      </Box>
    )
  return (
    <div {...frame}>
      <Box>
        <p>{what} needs the books: every record of this account, read together.</p>
        {(!task || !isRunning(task)) && (
          <p>
            <Button kind="primary" onClick={read}>
              {readLabel}
            </Button>
          </p>
        )}
        {task && store && <TaskRow task={task} store={store} onDismiss={() => store.dismiss(task.id)} />}
      </Box>
    </div>
  )
}
