import { countText } from '../contract/count-text.ts'
import styles from './UntrustedText.module.css'
import { shownText } from './untrusted-text.ts'

/**
 * Text from outside: as text, in its own direction, with what would be hidden made visible. "–" where there is none. Of a text that
 * would hold up the page its beginning, and how much more there is.
 */
export function UntrustedText({
  text,
  fallback = '–',
  most = 10_000,
}: {
  text: string | null
  fallback?: string
  /** About so many characters are drawn. */
  most?: number
}) {
  if (text === null || text === '') return <span className={styles.missing}>{fallback}</span>
  // Our own direction already, and nothing in it to hide: no element is needed to keep it to itself.
  if (text.length <= most && printableAscii.test(text)) return text
  const { parts, more } = shownText(text, most)
  return (
    <bdi>
      {parts.map((part, index) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
          <span key={index} className={styles.hidden} title={`Hidden: ${part.name}`}>
            {part.name}
          </span>
        ),
      )}
      {more > 0 && <span className={styles.missing}> … {countText(more)} more characters</span>}
    </bdi>
  )
}

const printableAscii = /^[\x20-\x7e]*$/
