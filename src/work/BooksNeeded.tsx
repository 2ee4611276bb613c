import { createContext, type ReactNode } from 'react'
import type { HeldBooks } from '../books/books.ts'
import { WaitText } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { useFocusKept, useSecondsUntil } from '../ui/hooks.ts'
import { classes, SkeletonText, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Banner, Box } from '../ui/messages.tsx'
import { ReadingActions, ReadingText } from './ReadingText.tsx'
import { isHeldUp, type Question, type WorkState } from './task.ts'
import type { ViewInput, ViewName, ViewValue } from './views.ts'
import styles from './work.module.css'
import { useBooks, useBooksNeeded, useBooksView, useReading, useReadingState, useWork } from './work.ts'

/** Shows its content once everything was read; until then, how far that is. */
export function BooksNeeded({
  what,
  children,
}: {
  /** The start of a sentence: "A statement". */
  what: string
  children: (books: HeldBooks) => ReactNode
}): ReactNode {
  const { books } = useBooks()
  const reading = useReadingState()
  const { isForbidden } = useReading()
  useBooksNeeded()
  const frame = useFocusKept<HTMLDivElement>(books ? 'books' : reading.phase)
  if (books) return children(books)
  return (
    <div {...frame}>
      <Box>
        {!isHeldUp(reading) && (
          <p role="status">
            {isForbidden ? (
              `${what} needs all records of this account, and these are not read here (SYNC=off).`
            ) : (
              <ReadingText reading={reading} />
            )}
          </p>
        )}
        {reading.progress.part !== null && (
          <progress aria-label="Records read so far" value={reading.progress.part} />
        )}
        <ReadingActions />
      </Box>
    </div>
  )
}

/** What was asked for what is on screen; null while another answer is awaited. */
export const QuestionContext = createContext<Question | null>(null)

/** What a view makes of books: grey bars at first, and what it made of the input before while it works on another. */
export function FromBooks<Name extends ViewName>({
  view,
  books,
  input,
  later,
  others,
  children,
}: {
  view: Name
  books: Pick<HeldBooks, 'id'>
  input: ViewInput<Name>
  /** Asks for more, such as days, which takes its time; its answer replaces the first. */
  later?: ViewInput<Name>
  others?: readonly string[]
  children: (value: ViewValue<Name>) => ReactNode
}): ReactNode {
  const first = useBooksView(view, books, input, others)
  const more = useBooksView(view, later === undefined ? null : books, later ?? input, others)
  const isMore = more.data !== undefined && !more.isPlaceholderData
  const { data, error, isPlaceholderData, refetch } = isMore ? more : first
  const isMoreAwaited = later !== undefined && !isMore
  const { id } = books
  const answered = isMore ? (later ?? input) : input
  const question = isPlaceholderData ? null : { view, books: id, input: answered, others: others ?? [] }
  if (data !== undefined)
    return (
      <QuestionContext value={question}>
        {isMoreAwaited && more.error && <NoAnswer error={more.error} onRetry={() => void more.refetch()} />}
        {children(data)}
        {(isMoreAwaited || isPlaceholderData) && <DatingText />}
      </QuestionContext>
    )
  if (error) return <NoAnswer error={error} onRetry={() => void refetch()} />
  return (
    <div className={layout.parts} aria-busy="true">
      <VisuallyHidden>
        <span role="status">Working it out</span>
      </VisuallyHidden>
      <DatingText />
      {['40%', '90%', '80%', '85%'].map((width) => (
        <SkeletonText key={width} width={width} />
      ))}
    </div>
  )
}

/** How far the service is asked for dates, while an answer waits for them. */
function DatingText() {
  const dating = useWork(datingOf)
  const seconds = useSecondsUntil(dating?.waiting?.until ?? null)
  if (!dating) return null
  const { progress, waiting } = dating
  return (
    <p className={classes(layout.muted, styles.dating)} data-print="hide">
      {progress.text}.{' '}
      {waiting && (
        <>
          <WaitText waiting={waiting} />. It continues in {seconds} s.
        </>
      )}
    </p>
  )
}

const datingOf = ({ dating }: WorkState) => dating

/** Why the books gave no answer. */
export function NoAnswer({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      title="This could not be worked out from the records"
      actions={
        <Button small onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>
        <UntrustedText text={error.message} />
      </p>
    </Banner>
  )
}
