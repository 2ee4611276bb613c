import type { ReactNode } from 'react'
import { countText } from '../contract/count-text.ts'
import type { Column } from '../ui/table-column.ts'
import styles from './UntrustedText.module.css'
import { isPrintableAscii, shownText } from './untrusted-text.ts'

/**
 * Text from outside: as text, in its own direction, with what would be hidden made visible. "–" where there is none. Of a text that
 * would hold up the page its beginning, and how much more there is.
 */
export function UntrustedText({
  text,
  fallback = '–',
  most = longest,
}: {
  text: string | null
  fallback?: string
  /** About so many characters are drawn. */
  most?: number
}) {
  if (text === null || text === '') return <span className={styles.missing}>{fallback}</span>
  // Our own direction already, and nothing in it to hide: no element is needed to keep it to itself.
  if (text.length <= most && isPrintableAscii(text)) return text
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

/** The same as a cell's content, which is a text alone wherever that is enough. */
export function untrustedText(text: string | null): ReactNode {
  return text && text.length <= longest && isPrintableAscii(text) ? text : <UntrustedText text={text} />
}

/** A column of such texts. */
export function textCells<R>(text: (row: R) => string | null): Pick<Column<R>, 'cell' | 'sortBy'> {
  return { cell: (row) => untrustedText(text(row)), sortBy: text }
}

const longest = 10_000
