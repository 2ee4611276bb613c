import CircleCheck from 'lucide-react/icons/circle-check'
import { useLocation } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import type { UseListView } from '../../list/use-list-view.ts'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type FindingKind, findingKinds, isFindingKind } from '../../url/reviews.ts'
import { SaveButtons } from '../export/index.ts'
import { FindingItem } from './FindingItem.tsx'
import { countByKind, type Finding } from './findings.ts'
import styles from './hygiene.module.css'
import { asOf, doubtsOf, isWhole } from './read.ts'
import { type Reported, reportOf } from './report.ts'
import { doubtsTitle, kindWords, notCheckedSentences, nothing, sentenceOf } from './words.ts'

/** What a review came to: the sentence, when it was read, the files, and the findings by kind. */
export function Result({
  reported,
  stale,
  view,
  patch,
  href,
}: { reported: Reported; stale: boolean } & UseListView<never, 'kind'>) {
  const { findings } = reported.review
  const { limit, offset } = view
  const counts = countByKind(findings)
  const chosen = isFindingKind(view.params.kind) ? view.params.kind : null
  const ofKind = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind)
  const shown = chosen ? ofKind(chosen).slice(offset, offset + limit) : []
  const kindHref = (kind: FindingKind | null) => href({ offset: 0, params: { kind } })
  return (
    <>
      <Summary reported={reported} />
      <div className={styles.tools}>
        <nav aria-label="Kinds of findings" className={styles.choice}>
          <Choice to={kindHref(null)} chosen={chosen === null} label="All" count={findings.length} />
          {findingKinds.map((kind) => (
            <Choice
              key={kind}
              to={kindHref(kind)}
              chosen={chosen === kind}
              label={kindWords[kind].label}
              count={counts.get(kind) ?? 0}
            />
          ))}
        </nav>
        <Files reported={reported} />
      </div>
      <div className={styles.sections} data-stale={stale || undefined} aria-busy={stale} data-print="flow">
        {chosen ? (
          <>
            <KindSection kind={chosen} count={counts.get(chosen) ?? 0} shown={shown} />
            {shown.length > 0 && (
              <Pager
                from={offset + 1}
                to={offset + shown.length}
                previousHref={offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null}
                nextHref={
                  offset + limit < (counts.get(chosen) ?? 0) ? href({ offset: offset + limit }) : null
                }
                limit={limit}
                limits={[50, 100, 500]}
                onLimit={(next) => patch({ limit: next })}
                label="findings"
              />
            )}
          </>
        ) : findings.length === 0 ? (
          <EmptyState icon={<CircleCheck />} title={nothing.title}>
            <p>{nothing.text}</p>
          </EmptyState>
        ) : (
          findingKinds
            .filter((kind) => counts.has(kind))
            .map((kind) => (
              <KindSection
                key={kind}
                kind={kind}
                count={counts.get(kind) ?? 0}
                shown={ofKind(kind).slice(0, shownOfEach)}
                moreHref={kindHref(kind)}
              />
            ))
        )}
      </div>
    </>
  )
}

/** How many of each kind stand under each other before one is chosen. */
const shownOfEach = 5

function Choice({ to, chosen, label, count }: { to: string; chosen: boolean; label: string; count: number }) {
  return (
    <ButtonLink
      small
      kind="quiet"
      to={to}
      aria-current={chosen ? 'true' : undefined}
      className={styles.choiceLink}
    >
      {label} <span className={styles.count}>{countText(count)}</span>
    </ButtonLink>
  )
}

function KindSection({
  kind,
  count,
  shown,
  moreHref,
}: {
  kind: FindingKind
  count: number
  shown: readonly Finding[]
  moreHref?: string
}) {
  const { label, meaning } = kindWords[kind]
  return (
    <section aria-label={label} className={styles.section} data-print="flow">
      <h2 className={styles.heading}>
        {label} <span className={styles.count}>{countText(count)}</span>
      </h2>
      <p className={styles.note}>{meaning}</p>
      {shown.length > 0 ? (
        <ul className={styles.findings}>
          {shown.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
            <FindingItem key={index} finding={finding} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{count === 0 ? nothing.ofKind : nothing.onPage}</p>
      )}
      {moreHref !== undefined && count > shown.length && (
        <div>
          <p className={styles.note} data-print="only">
            The first {countText(shown.length)} of {countText(count)}.
          </p>
          <ButtonLink small to={moreHref}>
            Show all {countText(count)}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function Summary({ reported: { review } }: { reported: Reported }) {
  const { lists, transactions, notChecked } = review
  const notCheckedHere = notCheckedSentences(notChecked)
  return (
    <>
      <Box label="Result">
        <BoxTitle>
          {!isWhole(review) && 'Partly read: '}
          {sentenceOf(review)}, as of <Instant iso={asOf(review)} />.
        </BoxTitle>
        <BoxNote>
          {counted(transactions, 'transaction')}. Read from <Instant iso={lists.whitelists.begun} timeOnly />{' '}
          to <Instant iso={lists.transactions.ended} timeOnly />.
        </BoxNote>
        {notCheckedHere.length > 0 && <BoxNote>Not checked: {notCheckedHere.join(' ')}</BoxNote>}
      </Box>
      {!isWhole(review) && (
        <Banner tone="warning" title={doubtsTitle}>
          {doubtsOf(review).map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
        </Banner>
      )}
    </>
  )
}

function Files({ reported }: { reported: Reported }) {
  const { pathname: link } = useLocation()
  return (
    <div className={styles.files}>
      <SaveButtons report={() => reportOf(reported, link)} />
    </div>
  )
}
