import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { Instant } from '../../records/Instant.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SaveButtons } from '../export/index.ts'
import { AgainstVaults } from './AgainstVaults.tsx'
import { findingColumns } from './columns.tsx'
import type { Problem } from './problems.ts'
import { type Finding, isInformation, latestOf } from './reconcile.ts'
import styles from './reconciliation.module.css'
import { asOf, headlineOf, type Reported, reportOf } from './report.ts'
import { nothing, problemInWords, problemsTitle, verdictMeanings } from './words.ts'

/** Which of the findings are on screen. */
export interface Shown {
  readonly differencesOnly: boolean
  readonly limit: number
  readonly offset: number
}

/** What a reconciliation came to: the sentence, when it was read, the files, and the findings. */
export function Result({
  reported,
  shown: { differencesOnly, limit, offset },
  stale,
  choice,
  pager,
}: {
  reported: Reported
  shown: Shown
  stale: boolean
  /** The control that leaves out what agrees. */
  choice: ReactNode
  /** Turns the pages of so many findings. */
  pager: (total: number) => ReactNode
}) {
  const { result, filter } = reported
  const { compact } = usePreferences()
  const { pathname, search } = useLocation()
  const link = `${pathname}${search}`
  const chosen = useMemo(
    () => result.findings.filter(({ verdict }) => !differencesOnly || verdict !== 'agrees'),
    [result, differencesOnly],
  )
  const findings = useMemo(() => chosen.slice(offset, offset + limit), [chosen, offset, limit])
  const columns = useMemo(() => findingColumns(findings, filter), [findings, filter])
  return (
    <>
      <Summary reported={reported} />
      <Problems problems={result.problems} />
      <div className={styles.tools}>
        {choice}
        <SaveButtons report={() => reportOf(reported, link)} />
      </div>
      {findings.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title={chosen.length === 0 ? nothing.title : nothing.onPage}>
          {chosen.length === 0 && <p>{result.findings.length === 0 ? nothing.empty : nothing.agrees}</p>}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Findings"
            columns={columns}
            rows={findings}
            rowId={rowId}
            stale={stale}
            compact={compact}
          />
          {pager(chosen.length)}
        </>
      )}
      <AgainstVaults reported={reported} differencesOnly={differencesOnly} stale={stale} />
    </>
  )
}

function Summary({ reported }: { reported: Reported }) {
  const { result } = reported
  const { readings, findings } = result
  const [first, second] = readings
  const isInteresting = (finding: Finding) => isInformation(finding) && finding.verdict !== 'agrees'
  const information = findings.filter(isInteresting).length
  const verdicts = [...new Set(findings.map(({ verdict }) => verdict))].filter((one) => one !== 'agrees')
  return (
    <Box label="Result">
      <BoxTitle>
        {headlineOf(reported)}. As of <Instant iso={asOf(reported)} />.
      </BoxTitle>
      <BoxNote>
        {counted(findings.length, 'comparison')}. Read from <Instant iso={first.begun} timeOnly /> to{' '}
        <Instant iso={first.ended} timeOnly />
        {second && (
          <>
            , and again from <Instant iso={second.begun} timeOnly /> to{' '}
            <Instant iso={second.ended} timeOnly />
          </>
        )}
        .
      </BoxNote>
      {information > 0 && (
        <BoxNote>
          For information: {counted(information, 'total is', 'totals are')} not the sum of available,
          processing, staking and claimable. No specification promises that.
        </BoxNote>
      )}
      {verdicts.map((verdict) => (
        <BoxNote key={verdict}>{verdictMeanings[verdict]}</BoxNote>
      ))}
    </Box>
  )
}

function rowId(finding: Finding, index: number): string {
  const { check, asset_id, network_id, component } = latestOf(finding)
  return `${check}/${asset_id}/${network_id}/${component}/${index}`
}

/** What is wrong with records by themselves: often the cause of what differs below. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  const sentences = problems.map(problemInWords)
  const rest = sentences.length - shown
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={styles.heading}>
        {problemsTitle}
      </h2>
      <ul className={styles.checks}>
        {sentences.slice(0, shown).map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record that is listed twice has each of its problems twice
          <li key={index}>
            <UntrustedText text={sentence} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={styles.note}>And {countText(rest)} more. The files below list all of them.</p>
      )}
    </section>
  )
}

const shown = 20
