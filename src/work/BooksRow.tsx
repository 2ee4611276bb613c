import type { HeldBooks } from '../books/books.ts'
import { counted } from '../contract/count-text.ts'
import { Instant } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { TaskRow, useFocusKept } from './TaskRow.tsx'
import { isRunning } from './task.ts'
import { useBooks, useBooksTask, useKeptBooks } from './use-books.ts'
import styles from './work.module.css'
import { useWorkStore } from './work.ts'

export default function BooksRow() {
  const { books, read, readEverything } = useBooks()
  const { isOpening, readLabel } = useKeptBooks()
  const store = useWorkStore()
  const task = useBooksTask()
  const row = useFocusKept<HTMLElement>(task?.phase ?? 'none')
  const isReading = task !== undefined && isRunning(task)
  return (
    <section {...row} className={classes(styles.row, layout.stack, styles.books)} aria-label="Books">
      <p className={classes(layout.quiet, styles.line)}>
        <strong>Books</strong>
        {books && !isReading && <AsOf books={books} />}
        {!books &&
          !isReading &&
          (isOpening ? ': opening' : ': not read. Reports need every record of this account.')}
      </p>
      {task && task.phase !== 'done' && store && (
        <TaskRow task={task} store={store} isBrief onDismiss={() => store.dismiss(task.id)} />
      )}
      {!isReading && !isOpening && (
        <Button small onClick={read}>
          {books ? 'Update' : readLabel}
        </Button>
      )}
      {books && !isReading && (
        <Button small kind="quiet" onClick={readEverything}>
          Read everything again
        </Button>
      )}
    </section>
  )
}

function AsOf({ books: { ended, transactions, whitelists, reread } }: { books: HeldBooks }) {
  const isToday = ended.slice(0, 10) === new Date().toISOString().slice(0, 10)
  const limits = [
    ...(transactions.days.failure === null ? [] : ['no dates']),
    ...(transactions.completeness === 'complete' ? [] : ['transactions not proved complete']),
    ...(whitelists.completeness === 'complete' ? [] : ['whitelists not proved complete']),
    ...(reread === null ? [] : [`everything was read again. ${reread}`]),
  ]
  return (
    <>
      {' '}
      as of <Instant iso={ended} timeOnly={isToday} />, {counted(transactions.rows, 'transaction')}
      {limits.length > 0 && <span className={layout.warn}>; {limits.join('; ')}</span>}
    </>
  )
}
