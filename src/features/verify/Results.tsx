import { useEffect, useEffectEvent } from 'react'
import { counted, countText } from '../../contract/count-text.ts'
import { inputTexts } from '../../files/evidence-inputs.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { announce, Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import type { CheckedFile, EvidenceChecked, EvidenceVerdict } from '../evidence/check.ts'
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

/** The worst of what is true, without its full stop. */
function evidenceHeadline({ faults, unexpected: [unexpected], missing }: EvidenceVerdict): string {
  if (faults.length > 0) return 'Not proved genuine'
  if (unexpected !== undefined)
    return `Genuine, but not what you expect: ${unexpected.charAt(0).toLowerCase()}${unexpected.slice(1).replace(/\.$/, '')}`
  return missing.length > 0 ? 'Genuine, but not proved complete' : 'Genuine and complete'
}

/** Two lines, genuine and complete, each with its reason. The worse comes first. */
function EvidenceResult({ checked }: { checked: EvidenceChecked }) {
  const { verdict, beside, keyFile } = checked
  return (
    <>
      <Verdict {...verdict} />
      {verdict.faults.length === 0 &&
        beside.map(({ name, isInside }) => (
          <Banner key={name} tone={isInside ? 'info' : 'danger'} title={<UntrustedText text={name} />}>
            <p>
              {isInside
                ? 'It is the same as a file in this ZIP, byte for byte.'
                : 'No file in this ZIP is the same.'}
            </p>
          </Banner>
        ))}
      <section aria-label="What it is" className={layout.stack}>
        <Statement checked={checked} />
        <Technical checked={checked} />
        <p className={layout.muted}>
          Genuine means that the operator of the key vouches that this service gave these answers. The keys
          are{' '}
          {keyFile === null ? (
            'those of this console'
          ) : (
            <>
              those in <UntrustedText text={keyFile} />, which you chose: trust them only if they came to you
              apart from this file
            </>
          )}
          . Whether the service holds the assets was not checked.
        </p>
      </section>
    </>
  )
}

function Verdict(verdict: EvidenceVerdict) {
  const { faults, unexpected, missing } = verdict
  const isGenuine = faults.length === 0
  const isComplete = isGenuine && missing.length === 0
  return (
    <Banner
      tone={!isGenuine || unexpected.length > 0 ? 'danger' : isComplete ? 'info' : 'warning'}
      title={<UntrustedText text={evidenceHeadline(verdict)} />}
    >
      <ul className={layout.stack}>
        <li>
          <strong>Genuine: {isGenuine ? 'yes' : 'no'}.</strong>{' '}
          {isGenuine ? genuine : <Sentences of={faults} />}
        </li>
        <li>
          <strong>Complete: {isComplete ? 'yes' : isGenuine ? 'not proved' : 'not judged'}.</strong>{' '}
          {!isGenuine && 'Answers that are not genuine cannot be judged.'}
          {isComplete &&
            'Nothing is missing by the console’s checks: it holds what the service listed for this key.'}
          {isGenuine && <Sentences of={missing} />}
        </li>
        {unexpected.length > 1 && (
          <li>
            <Sentences of={unexpected} />
          </li>
        )}
      </ul>
    </Banner>
  )
}

function Statement({ checked }: { checked: EvidenceChecked }) {
  const { name, expected, verdict } = checked
  const { about, inputs, statement } = verdict
  const added = inputTexts(inputs)
  return (
    <DescriptionList>
      <DescriptionItem term="File">
        <UntrustedText text={name} />
      </DescriptionItem>
      {about && (
        <DescriptionItem term="Shows">
          <UntrustedText text={about.link} />
        </DescriptionItem>
      )}
      {added.length > 0 && (
        <DescriptionItem term="Added by its maker">
          <UntrustedText text={added.join(', ')} /> <Badge tone="warning">The maker’s word, not proved</Badge>
        </DescriptionItem>
      )}
      {statement && (
        <>
          <DescriptionItem term="As of">
            <Instant iso={statement.asOf} /> <Compared given={expected.asOfAfter} verdict={verdict} />
          </DescriptionItem>
          <DescriptionItem term="Service">
            <UntrustedText text={statement.service} /> <Compared given={expected.service} verdict={verdict} />
          </DescriptionItem>
          <DescriptionItem term="Account">
            <UntrustedText text={statement.account ?? 'None was named'} />{' '}
            {statement.isAccountTyped && (
              <Badge tone="warning">Typed at sign-in. The service may have ignored it</Badge>
            )}{' '}
            <Compared given={expected.account} verdict={verdict} />
          </DescriptionItem>
        </>
      )}
    </DescriptionList>
  )
}

function Technical({ checked: { expected, verdict } }: { checked: EvidenceChecked }) {
  const { files, answers, statement, sha256 } = verdict
  return (
    <details className={styles.details}>
      <summary>
        {counted(files.length, 'file')}, {counted(answers, 'signed answer')}
      </summary>
      <DescriptionList>
        {files.map(({ name, bytes }) => (
          <DescriptionItem key={name} term={<UntrustedText text={name} />}>
            {counted(bytes, 'byte')}
          </DescriptionItem>
        ))}
        {statement && (
          <>
            <DescriptionItem term="Challenge">
              <UntrustedText text={statement.challenge} />{' '}
              <Compared given={expected.challenge} verdict={verdict} />
            </DescriptionItem>
            <DescriptionItem term="Key">
              <FullIdentifier text={statement.keyIds.join(', ')} />
            </DescriptionItem>
            <DescriptionItem term="Reader">
              <FullIdentifier text={statement.reader} />
            </DescriptionItem>
          </>
        )}
        <DescriptionItem term="SHA-256">
          <FullIdentifier text={sha256} />
        </DescriptionItem>
      </DescriptionList>
    </details>
  )
}

/** Differences are in the verdict. */
function Compared({
  given,
  verdict: { faults, unexpected },
}: {
  given: string | undefined
  verdict: EvidenceVerdict
}) {
  if (given === undefined) return <span className={layout.muted}>Not compared</span>
  return faults.length + unexpected.length === 0 && <Badge tone="success">As you expect</Badge>
}

const genuine =
  'The gateway signed every answer of the service, and every file was made again from them, byte for byte.'

function Sentences({ of }: { of: readonly string[] }) {
  const [first, ...others] = of
  return (
    <>
      {first && <UntrustedText text={first} />}
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'more reason')}</summary>
          <ul>
            {others.map((sentence) => (
              <li key={sentence}>
                <UntrustedText text={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
