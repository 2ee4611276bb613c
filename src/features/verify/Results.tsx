import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { classes } from '../../ui/classes.ts'
import { VerdictBadge } from './ComparisonTables.tsx'
import { type Result, sentenceOf } from './use-verification.ts'
import { ExportVerdictView, PackVerdictView } from './VerdictView.tsx'
import styles from './verify.module.css'
import { isAsWritten } from './words.ts'

/** What each of the chosen files came to. */
export default function Results({ results }: { results: readonly Result[] }) {
  const [only, ...others] = results
  if (only && others.length === 0) return <ResultView result={only} />
  return (
    <>
      <p className={styles.heading}>{sentenceOf(results)}</p>
      {results.map((result, index) => {
        const agrees = result.kind === 'unchecked' ? null : isAsWritten(result)
        const summary = (
          <>
            <VerdictBadge agrees={agrees} />
            <span className={styles.name}>
              <UntrustedText text={result.name} />
            </span>
            <span className={styles.note}>
              <UntrustedText text={sentenceOf([result])} />
            </span>
          </>
        )
        return result.kind !== 'unchecked' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells files apart that are called alike, and they stay
          <details key={index} className={styles.one} open={agrees === false}>
            <summary className={styles.summary}>{summary}</summary>
            <div className={styles.body}>
              <ResultView result={result} />
            </div>
          </details>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: files that are called alike differ by their place alone, and it stays
          <div key={index} className={classes(styles.one, styles.summary)}>
            {summary}
          </div>
        )
      })}
    </>
  )
}

function ResultView({ result }: { result: Result }) {
  if (result.kind === 'export') return <ExportVerdictView verdict={result} />
  if (result.kind === 'pack') return <PackVerdictView verdict={result} />
  return (
    <Banner tone="danger" title={<UntrustedText text={result.name} />}>
      <p>
        <UntrustedText text={result.sentence} />
      </p>
    </Banner>
  )
}
