import { Checks } from './Checks.tsx'
import { Comparison } from './Comparison.tsx'
import { queryOf } from './compare.ts'
import { Facts } from './Facts.tsx'
import { Digests, Headline } from './Headline.tsx'
import styles from './verify.module.css'
import type { Checked } from './verify.ts'
import * as words from './words.ts'

/** What checking one export came to, what its facts say, and how it compares with the service now. */
export function CheckedExport({ result }: { result: Checked }) {
  const { opened, checks, sha256, factsSha256, verdict } = result
  const query = queryOf(opened.facts)
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        <Headline name={opened.name} {...verdict} checks={checks} />
        <Checks checks={checks} />
        <Digests
          digests={[
            [words.checkLabels.digest, sha256],
            [words.factsDigest, factsSha256],
          ]}
          checks={checks}
        />
      </section>
      <section className={styles.section} aria-label={words.facts}>
        <h2 className={styles.heading}>{words.factsHeading}</h2>
        <Facts facts={opened.facts} />
      </section>
      {query && <Comparison opened={opened} query={query} />}
    </>
  )
}
