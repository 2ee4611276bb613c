import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { HeldBooks } from '../../books/books.ts'
import { Instant } from '../../records/text.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/use-books.ts'
import type { ReportTone } from '../report/logic.ts'
import styles from './overview.module.css'

/** One line each: reconciliation and review. */
export function Assurance({ books }: { books: HeldBooks | null }) {
  return (
    <section aria-labelledby="assurance" className={layout.stack}>
      {books ? (
        <Reports books={books} />
      ) : (
        <>
          <Heading />
          <ReportLines reports={waiting} />
        </>
      )}
    </section>
  )
}

function Heading({ children }: { children?: ReactNode }) {
  return (
    <h2 id="assurance" className={layout.heading}>
      Assurance <span className={layout.muted}>{children}</span>
    </h2>
  )
}

function Reports({ books }: { books: HeldBooks }) {
  const { data, error, refetch } = useBooksView('summary', books, undefined)
  return (
    <>
      <Heading>
        as of <Instant iso={books.ended} timeOnly />
        {/* The reports say why. */}
        {data?.isPartial && ' · partial'}
      </Heading>
      {error ? (
        <NoAnswer error={error} onRetry={() => void refetch()} />
      ) : (
        <ReportLines reports={data?.reports ?? waiting} />
      )}
    </>
  )
}

interface ReportLine {
  readonly title: string
  readonly link: string
  /** Null until it is made. */
  readonly headline: { readonly text: string; readonly tone: ReportTone } | null
}

const waiting: readonly ReportLine[] = [
  { title: 'Reconciliation', headline: null, link: '/reconciliation' },
  { title: 'Whitelist review', headline: null, link: '/review' },
]

function ReportLines({ reports }: { reports: readonly ReportLine[] }) {
  return (
    <ul className={layout.rows}>
      {reports.map(({ title, headline, link }) => (
        <li key={title}>
          <Link to={link} className={classes(layout.pressable, styles.line)}>
            <ToneIcon tone={headline?.tone ?? 'neutral'} />
            <strong>{title}</strong>
            <span>{headline?.text ?? <SkeletonText width="60%" />}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <CircleDashed size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}
