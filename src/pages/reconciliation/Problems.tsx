import { UntrustedText } from '../../components/UntrustedText.tsx'
import { countText } from '../../contract/count-text.ts'
import type { Problem } from '../../reconciliation/problems.ts'
import { problemInWords } from '../../reconciliation/words.ts'
import styles from './reconciliation.module.css'

/** What is wrong with records by themselves: often the cause of what differs below. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  const sentences = problems.map(problemInWords)
  const rest = sentences.length - shown
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={styles.heading}>
        Problems in the records
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
        <p className={styles.note}>And {countText(rest)} more: the files below list all of them.</p>
      )}
    </section>
  )
}

const shown = 20
