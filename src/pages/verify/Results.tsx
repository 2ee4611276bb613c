import { useEffect, useEffectEvent } from 'react'
import { countText } from '../../contract/count-text.ts'
import { UntrustedItems, UntrustedText } from '../../display/text.tsx'
import type { EvidenceVerdict, VerdictKind } from '../../evidence/check.ts'
import { provedTexts } from '../../evidence/readme.ts'
import { comparedSentence, recitalOf } from '../../evidence/recital.ts'
import { OpenPackBox } from '../../kits/packs/OpenPacks.tsx'
import { announce, Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import styles from './verify.module.css'
import type { FileResult } from './verify-files.ts'

export default function Results({ results }: { results: readonly FileResult[] }) {
  const tell = useEffectEvent(() => announce(`${resultText(results)}.`))
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
function resultText(results: readonly FileResult[]): string {
  const [only, ...others] = results
  if (only && others.length === 0) return only.verdict.headline
  const genuine = results.filter(({ verdict: { kind } }) => kind === 'complete' || kind === 'incomplete')
  return `${countText(genuine.length)} of ${countText(results.length)} files are genuine`
}

type VerdictTone = Extract<Tone, 'danger' | 'warning' | 'success'>

const badges: Readonly<Record<VerdictKind, { readonly label: string; readonly tone: VerdictTone }>> = {
  altered: { label: 'Changed', tone: 'danger' },
  unsigned: { label: 'Not signed', tone: 'danger' },
  untrusted: { label: 'Unknown key', tone: 'danger' },
  unexpected: { label: 'Not expected', tone: 'danger' },
  incomplete: { label: 'Not complete', tone: 'warning' },
  complete: { label: 'Genuine', tone: 'success' },
}

/** Shows only the name and verdict until it is opened. */
function FoldedResult({ result }: { result: FileResult }) {
  const { label, tone } = badges[result.verdict.kind]
  return (
    <details className={styles.one} open={tone === 'danger'}>
      <summary className={classes(layout.row, styles.summary)}>
        <Badge tone={tone}>{label}</Badge>
        <span className={styles.name}>
          <UntrustedText text={result.file.name} />
        </span>
      </summary>
      <div className={classes(layout.parts, styles.body)}>
        <ResultView result={result} />
      </div>
    </details>
  )
}

function ResultView({ result: { file, verdict, expected, keys } }: { result: FileResult }) {
  const { headline, sentences, about } = verdict
  const { tone } = badges[verdict.kind]
  return (
    <>
      <Banner tone={tone} title={headline}>
        {sentences.length > 0 && (
          <ul className={layout.stack}>
            <UntrustedItems texts={sentences} />
          </ul>
        )}
      </Banner>
      {about?.what.kind === 'pack' && opened.has(verdict.kind) && (
        <OpenPackBox file={file} keys={keys?.text ?? null} />
      )}
      {about !== null && (
        <section aria-label="What was signed" className={layout.stack}>
          <p>{comparedSentence(expected)}</p>
          <Recital file={file} verdict={verdict} />
          {provedTexts.map((text) => (
            <p key={text} className={layout.muted}>
              {text}
            </p>
          ))}
        </section>
      )}
    </>
  )
}

/** Only what is genuine can be opened. */
const opened: ReadonlySet<VerdictKind> = new Set(['unexpected', 'incomplete', 'complete'])

/** Of the signed text alone. */
function Recital({ file, verdict }: { file: File; verdict: EvidenceVerdict }) {
  return (
    <DescriptionList>
      <DescriptionItem term="File">
        <UntrustedText text={file.name} />
      </DescriptionItem>
      {recitalOf(verdict).map(({ term, text }) => (
        <DescriptionItem key={term} term={<UntrustedText text={term} />}>
          <UntrustedText text={text} />
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}
