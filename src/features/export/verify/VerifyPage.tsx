import CircleCheck from 'lucide-react/icons/circle-check'
import { FullIdentifier } from '../../../records/Identifier.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Checks, VerdictBadge } from './Checks.tsx'
import { Comparison } from './Comparison.tsx'
import type { Check } from './check.ts'
import { queryOf } from './compare.ts'
import { Facts } from './Facts.tsx'
import { FileDrop } from './FileDrop.tsx'
import { isAsWritten, type Result, sentenceOfAll, useVerification } from './use-verification.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** `/verify`: whether an export is still what was written, checked in this browser alone. */
export default function VerifyPage() {
  const { verification, choose, cancel } = useVerification()
  return (
    <>
      <PageHeader title={words.title} />
      <div className={styles.body}>
        <FileDrop halves={verification.phase === 'choosing' ? verification.halves : []} onChoose={choose} />
        {verification.phase === 'checking' && (
          <Box>
            <p role="status">
              {words.checking} <UntrustedText text={verification.name} />
            </p>
            <progress
              className={styles.bar}
              aria-label={words.bytesRead}
              max={verification.size}
              value={verification.bytes}
            />
            <div>
              <Button small onClick={cancel}>
                {words.cancel}
              </Button>
            </div>
          </Box>
        )}
        {verification.phase === 'checked' && (
          <Results key={verification.run} results={verification.results} />
        )}
      </div>
    </>
  )
}

function Results({ results }: { results: readonly Result[] }) {
  const [only, ...others] = results
  if (only && others.length === 0) return <ResultOf verified={only} />
  return (
    <>
      <p className={styles.heading}>{sentenceOfAll(results)}</p>
      {results.map((verified, index) => {
        const { name, verdict } = summaryOf(verified)
        const summary = (
          <>
            <VerdictBadge verdict={verdict} />
            <span className={styles.name}>
              <UntrustedText text={name} />
            </span>
            <span className={styles.note}>
              <UntrustedText text={sentenceOfAll([verified])} />
            </span>
          </>
        )
        return verified.kind === 'checked' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells files apart that are called alike, and they stay
          <details key={index} className={styles.one} open={verdict === 'fail'}>
            <summary className={styles.summary}>{summary}</summary>
            <div className={styles.body}>
              <Checked result={verified} />
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

function summaryOf(verified: Result): { readonly name: string; readonly verdict: Check['verdict'] } {
  if (verified.kind === 'unreadable') return { name: verified.name, verdict: 'unchecked' }
  return { name: verified.opened.name, verdict: isAsWritten(verified.verdict) ? 'pass' : 'fail' }
}

function ResultOf({ verified }: { verified: Result }) {
  if (verified.kind === 'checked') return <Checked result={verified} />
  return (
    <Banner tone="danger" title={<UntrustedText text={verified.name} />}>
      <p>
        <UntrustedText text={verified.sentence} />
      </p>
    </Banner>
  )
}

function Checked({ result }: { result: Extract<Result, { kind: 'checked' }> }) {
  const { opened, checks, sha256, factsSha256, verdict } = result
  const query = queryOf(opened.facts)
  const isSigned = checks.some(({ name, verdict }) => name === 'signature' && verdict === 'pass')
  const title = <UntrustedText text={verdict.headline} />
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        {verdict.outcome === 'complete' ? (
          <Box>
            <BoxTitle icon={isSigned && <CircleCheck aria-hidden />}>{title}</BoxTitle>
            <BoxNote>
              <UntrustedText text={opened.name} />
            </BoxNote>
          </Box>
        ) : (
          <Banner tone={verdict.outcome === 'wrong' ? 'danger' : 'warning'} title={title}>
            <p>
              <UntrustedText text={opened.name} />
            </p>
          </Banner>
        )}
        <Checks checks={checks} />
        {[
          [words.checkLabels.digest, sha256],
          [words.factsDigest, factsSha256],
        ].map(([name, digest = '']) => (
          <div key={name} className={styles.noted}>
            <span className={styles.note}>{name}</span>
            <FullIdentifier text={digest} />
          </div>
        ))}
        <p className={styles.note}>{words.caveatOf(checks)}</p>
      </section>
      <section className={styles.section} aria-label={words.facts}>
        <h2 className={styles.heading}>{words.factsHeading}</h2>
        <Facts facts={opened.facts} />
      </section>
      {query && <Comparison opened={opened} query={query} />}
    </>
  )
}
