import { useEffect, useEffectEvent } from 'react'
import { countText } from '../../contract/count-text.ts'
import { UntrustedText } from '../../records/text.tsx'
import { announce, Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import type { CheckedFile } from './check-task.ts'
import { EvidenceResult, evidenceHeadline } from './EvidenceResult.tsx'
import styles from './verify.module.css'

export default function Results({ results }: { results: readonly CheckedFile[] }) {
  const tell = useEffectEvent(() => {
    // A file that could not be checked shows an alert, which screen readers announce.
    if (results.length > 1 || results.some(({ kind }) => kind !== 'unchecked'))
      announce(`${resultText(results)}.`)
  })
  useEffect(() => tell(), [])
  const [only, ...others] = results
  if (only && others.length === 0) return <ResultView result={only} />
  return (
    <>
      <p className={layout.heading}>{resultText(results)}</p>
      {results.map((result, index) => (
        <FoldedResult
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells files apart that are called alike, and they stay
          key={index}
          result={result}
        />
      ))}
    </>
  )
}

/** One sentence without its full stop. */
function resultText(results: readonly CheckedFile[]): string {
  const [only, ...others] = results
  if (only && others.length === 0)
    return only.kind === 'unchecked' ? only.sentence.replace(/\.$/, '') : evidenceHeadline(only.verdict)
  return `${countText(results.filter(isGenuine).length)} of ${countText(results.length)} files are genuine`
}

function isGenuine(result: CheckedFile): boolean {
  return result.kind === 'evidence' && result.verdict.faults.length === 0
}

function isExpected(result: CheckedFile): boolean {
  return result.kind === 'evidence' && result.verdict.unexpected.length === 0
}

function ResultView({ result }: { result: CheckedFile }) {
  if (result.kind === 'evidence') return <EvidenceResult checked={result} />
  return (
    <Banner tone="danger" title={<UntrustedText text={result.name} />}>
      <p>
        <UntrustedText text={result.sentence} />
      </p>
    </Banner>
  )
}

/** Shows only the name and verdict until it is opened. */
function FoldedResult({ result }: { result: CheckedFile }) {
  const isGood = isGenuine(result) && isExpected(result)
  const isChecked = result.kind === 'evidence'
  return (
    <details className={styles.one} open={isChecked && !isGood}>
      <summary className={classes(layout.row, styles.summary)}>
        <Badge tone={isGood ? 'success' : isChecked ? 'danger' : 'neutral'}>
          {isGood
            ? 'Genuine'
            : !isChecked
              ? 'Not checked'
              : isGenuine(result)
                ? 'Not expected'
                : 'Not proved'}
        </Badge>
        <span className={styles.name}>
          <UntrustedText text={result.name} />
        </span>
        <span className={layout.muted}>
          <UntrustedText text={resultText([result])} />
        </span>
      </summary>
      <div className={classes(layout.parts, styles.body)}>
        <ResultView result={result} />
      </div>
    </details>
  )
}
