import styles from './UntrustedText.module.css'
import { splitHidden } from './untrusted-text.ts'

/** Text from outside: as text, in its own direction, with what would be hidden made visible. "–" where there is none. */
export function UntrustedText({ text, fallback = '–' }: { text: string | null; fallback?: string }) {
  if (text === null || text === '') return <span className={styles.missing}>{fallback}</span>
  const parts = splitHidden(text)
  return (
    <bdi>
      {parts.map((part, index) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
          <span key={index} className={styles.hidden} title={`Hidden character ${part.name}`}>
            {part.name}
          </span>
        ),
      )}
    </bdi>
  )
}
