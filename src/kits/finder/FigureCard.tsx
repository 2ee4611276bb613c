import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import { apiBase } from '../../api/open-pack.ts'
import { useSessionFingerprint } from '../../api/session.ts'
import type { AnswerBasis } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import type { FigureRow, SearchFigure } from '../../contract/search.ts'
import { Amount, longestFraction } from '../../display/amounts.tsx'
import { Instant, UntrustedItems, UntrustedText } from '../../display/text.tsx'
import { ButtonLink, CopyButton, FileLink } from '../../ui/buttons.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { addressOf, isPlainClick, Link } from '../../ui/links.tsx'
import { withQuery } from '../../url/page-state.ts'
import { figureSentence } from './answers.ts'
import styles from './figure.module.css'

/** The answer to a sentence, over the results. It has the same room while it is waited for. */
export function FigureCard({
  figure,
  basis,
  to,
  isChoice,
  notes,
  progress,
  room,
  onLeave,
}: {
  /** Null while it is waited for, and where the sentence is not understood. */
  figure: SearchFigure | null
  basis: Pick<AnswerBasis, 'as_of' | 'completeness'> | null
  /** Where Enter leads. */
  to: string | null
  /** Each way in which the sentence may be meant is a result. */
  isChoice: boolean
  notes: readonly string[]
  /** "Searching, 41%", while it is waited for. */
  progress: string | null
  /** Rows that it has room for from the beginning. */
  room: number
  onLeave: () => void
}) {
  const leave = (event: React.MouseEvent) => {
    if (isPlainClick(event)) onLeave()
  }
  const isMade = figure !== null && figure.rows !== null
  const remarks = [...notes, ...(figure?.remarks ?? [])]
  return (
    <section
      className={styles.card}
      style={{ '--figure-rows': String(Math.max(1, room)) }}
      data-brief={(figure === null && progress === null) || undefined}
      aria-label="Answer"
      aria-busy={progress !== null || figure?.rows === null}
    >
      <h2 className={classes(layout.strong, styles.title)}>
        <UntrustedText text={figure?.title ?? progress ?? (isChoice ? 'Which one?' : 'Not understood')} />
      </h2>
      {isMade ? (
        <Rows rows={figure.rows ?? []} onLeave={leave} />
      ) : (
        (figure !== null || progress !== null) && <Waiting />
      )}
      {remarks.length + (figure?.doubts.length ?? 0) > 0 && (
        <ul className={classes(layout.stack, layout.tight, layout.small, layout.muted)}>
          <UntrustedItems texts={remarks} />
          {figure?.doubts.map((doubt) => (
            <li key={doubt} className={layout.strong}>
              <UntrustedText text={doubt} />
            </li>
          ))}
        </ul>
      )}
      {figure && to !== null && (
        <footer className={styles.foot}>
          <span className={classes(layout.small, layout.muted)}>
            {basis ? <RecordsRead figure={figure} basis={basis} /> : progress}
          </span>
          <span className={styles.actions}>
            <ButtonLink kind="primary" small to={to} onClick={leave}>
              {figure.link.label}
              <CornerDownLeft className={styles.enter} size={14} aria-hidden />
            </ButtonLink>
            {isMade && basis && <CopyFigure figure={figure} asOf={basis.as_of} />}
            {isMade && figure.file !== null && <FigureFile target={figure.file} />}
          </span>
        </footer>
      )}
    </section>
  )
}

function Rows({
  rows,
  onLeave,
}: {
  rows: readonly FigureRow[]
  onLeave: (event: React.MouseEvent<HTMLAnchorElement>) => void
}) {
  const [only, another] = rows
  const isAlone = only !== undefined && another === undefined
  const width = isAlone ? 0 : longestFraction(rows.map(({ amount }) => amount))
  return (
    <ul
      className={styles.rows}
      data-alone={isAlone || undefined}
      data-told={rows.some(({ about }) => about !== '') || undefined}
    >
      {rows.map((row) => (
        <Row key={`${row.about} ${row.asset} ${row.href}`} row={row} width={width} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function Row({
  row: { about, amount, asset, text, apart, href, isMuted },
  width,
  onLeave,
}: {
  row: FigureRow
  width: number
  onLeave: (event: React.MouseEvent<HTMLAnchorElement>) => void
}) {
  const figure = amount === null ? null : <Amount value={amount} fractionWidth={width} />
  return (
    <li className={styles.row}>
      {about !== '' && (
        <span className={layout.muted}>
          <UntrustedText text={about} />
        </span>
      )}
      <span className={classes(styles.amount, isMuted && layout.muted)}>
        {figure !== null && href !== null ? (
          <Link to={href} onClick={onLeave}>
            {figure}
          </Link>
        ) : (
          figure
        )}
      </span>
      <span className={layout.muted}>
        <UntrustedText text={asset} />
      </span>
      <span className={styles.text}>
        <UntrustedText text={text} />
        {apart.map((one) => (
          <span key={one} className={classes(layout.small, layout.muted)}>
            <UntrustedText text={one} />
          </span>
        ))}
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <SkeletonText width="16rem" />
      <SkeletonText width="10rem" />
    </div>
  )
}

/** "All 25,000 transactions read, as of 16:03:12 UTC." */
function RecordsRead({
  figure: { records, rows, more },
  basis: { as_of, completeness },
}: {
  figure: SearchFigure
  basis: Pick<AnswerBasis, 'as_of' | 'completeness'>
}) {
  const count = records === null ? null : `${countText(records)} transactions read`
  return (
    <>
      {rows !== null && more > 0 && `First ${countText(rows.length)} of ${countText(rows.length + more)}. `}
      {count !== null &&
        `${completeness === 'complete' ? `All ${count}` : completeness === 'read-once' ? `${count} once` : count}, `}
      as of <Instant iso={as_of} timeOnly />
    </>
  )
}

function CopyFigure({ figure, asOf }: { figure: SearchFigure; asOf: string }) {
  const link = new URL(addressOf(figure.link.href), window.location.href).href
  return (
    <CopyButton text={figureSentence(figure, asOf, link)} label="Answer">
      Copy
    </CopyButton>
  )
}

function FigureFile({ target }: { target: string }) {
  const fingerprint = useSessionFingerprint()
  const [path = '', query = ''] = target.split('?')
  const file = new URLSearchParams(query)
  file.set('as', 'csv')
  if (fingerprint !== null) file.set('fingerprint', fingerprint)
  return <FileLink href={fingerprint === null ? null : apiBase + withQuery(path, file)}>Export CSV</FileLink>
}
