import { counted } from '../../contract/count-text.ts'
import { inputTexts } from '../../files/evidence-inputs.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Badge } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import type { EvidenceVerdict } from '../evidence/check.ts'
import type { EvidenceChecked } from './check-task.ts'
import { OpenBooks } from './OpenBooks.tsx'
import styles from './verify.module.css'

/** The worst of what is true, without its full stop. */
export function evidenceHeadline({ faults, unexpected: [unexpected], missing }: EvidenceVerdict): string {
  if (faults.length > 0) return 'Not proved genuine'
  if (unexpected !== undefined)
    return `Genuine, but not what you expect: ${unexpected.charAt(0).toLowerCase()}${unexpected.slice(1).replace(/\.$/, '')}`
  return missing.length > 0 ? 'Genuine, but not proved complete' : 'Genuine and complete'
}

/** Two lines, genuine and complete, each with its reason. The worse comes first. */
export function EvidenceResult({ checked }: { checked: EvidenceChecked }) {
  const { verdict, books, beside, keyFile } = checked
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
      {books !== null && <OpenBooks pack={checked} account={verdict.statement?.account ?? null} />}
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
