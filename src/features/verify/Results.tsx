import { useEffect, useEffectEvent } from 'react'
import { countText } from '../../contract/count-text.ts'
import { UntrustedText } from '../../records/text.tsx'
import { announce, Badge, classes, type Tone } from '../../ui/inline.tsx'
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
  const genuine = results.filter((one) => one.kind === 'evidence' && one.verdict.faults.length === 0)
  return `${countText(genuine.length)} of ${countText(results.length)} files are genuine`
}

function badgeOf(result: CheckedFile): { readonly label: string; readonly tone: Tone } {
  if (result.kind === 'unchecked') return { label: 'Not checked', tone: 'neutral' }
  const { faults, unexpected } = result.verdict
  if (faults.length > 0) return { label: 'Not proved', tone: 'danger' }
  if (unexpected.length > 0) return { label: 'Not expected', tone: 'danger' }
  return { label: 'Genuine', tone: 'success' }
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
  const { label, tone } = badgeOf(result)
  return (
    <details className={styles.one} open={tone === 'danger'}>
      <summary className={classes(layout.row, styles.summary)}>
        <Badge tone={tone}>{label}</Badge>
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
