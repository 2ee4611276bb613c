import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { classes } from '../../../ui/classes.ts'
import { factsFileName } from '../facts.ts'
import { CheckedExport } from './CheckedExport.tsx'
import { Checks, VerdictBadge } from './Checks.tsx'
import type { CheckedPack, CheckedPart } from './check-pack.ts'
import { Digests, Headline } from './Headline.tsx'
import styles from './verify.module.css'
import * as words from './words.ts'

/** What checking an audit pack came to: one verdict, what the pack says of itself, and each of its files. */
export function PackResult({ result }: { result: CheckedPack }) {
  const { name, headline, outcome, faults, manifest, contents, parts, sha256 } = result
  const signature = manifest.checks.filter((check) => check.name === 'signature')
  const said = [
    ...contents.results.map(({ part, result }) => words.packResult(part, result)),
    ...contents.missing.map(({ part, why }) => words.packMissing(part, why)),
  ]
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        <Headline name={name} headline={headline} outcome={outcome} checks={signature} />
        <Sentences of={faults} />
        <Checks checks={signature} />
        <Digests
          digests={[
            [words.packDigest, sha256],
            [words.factsDigest, manifest.factsSha256],
          ]}
          checks={signature}
        />
      </section>
      <section className={styles.section} aria-label={words.packSays}>
        <h2 className={styles.heading}>{words.packSays}</h2>
        <Sentences of={said} />
      </section>
      <section className={styles.section} aria-label={words.packFiles}>
        <h2 className={styles.heading}>{words.packFiles}</h2>
        {parts.filter(isShown).map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </section>
    </>
  )
}

/** Facts are read with their file. */
function isShown({ name, faults }: CheckedPart): boolean {
  return faults.length > 0 || !name.endsWith(factsFileName(''))
}

function Part({ part: { name, what, faults, checked } }: { part: CheckedPart }) {
  const isWrong = faults.length > 0
  const state = checked?.verdict.outcome === 'incomplete' ? ` ${words.packState(checked.verdict.state)}` : ''
  const summary = (
    <>
      <VerdictBadge verdict={isWrong ? 'fail' : 'pass'} />
      <span className={styles.name}>
        <UntrustedText text={name} />
      </span>
      <span className={styles.note}>
        <UntrustedText text={isWrong ? faults.join(' ') : `${what}${state}`} />
      </span>
    </>
  )
  if (!checked) return <div className={classes(styles.one, styles.summary)}>{summary}</div>
  return (
    <details className={styles.one} open={isWrong}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.body}>
        <CheckedExport result={checked} />
      </div>
    </details>
  )
}

function Sentences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <ul className={styles.sentences}>
      {of.map((sentence) => (
        <li key={sentence}>
          <UntrustedText text={sentence} />
        </li>
      ))}
    </ul>
  )
}
