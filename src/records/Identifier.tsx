import { Fragment } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './Identifier.module.css'
import { UntrustedText } from './UntrustedText.tsx'
import {
  groupsOfFour,
  longestGrouped,
  longestShortened,
  shortenMiddle,
  splitHidden,
} from './untrusted-text.ts'

/**
 * An address, hash or id in one line: shortened in its middle with both ends kept, whole on hover and focus and to
 * assistive technology. Selecting the row's text copies the whole of it.
 */
export function ShortIdentifier({
  text,
  head = 8,
  tail = 6,
}: {
  text: string | null
  head?: number
  tail?: number
}) {
  const short = text === null || text.length > longestShortened ? null : shortenMiddle(text, head, tail)
  if (text === null || short === null || splitHidden(text).some(({ kind }) => kind === 'hidden')) {
    return (
      <span className={styles.mono}>
        <UntrustedText text={text} />
      </span>
    )
  }
  const middle = text.slice(short.start.length, text.length - short.end.length)
  return (
    <span className={styles.mono} title={text}>
      {short.start}
      {/* Still in the document, so that find-in-page, copying and screen readers have all of it. */}
      <span className={styles.middle}>{middle}</span>
      <span className={styles.ellipsis} />
      {short.end}
    </span>
  )
}

/** An address, hash or id where something else stands in its place: out of sight, yet there to be read, found, copied and printed. */
export function UnseenIdentifier({ text }: { text: string }) {
  return (
    <>
      {' '}
      <span className={styles.middle}>
        <UntrustedText text={text} />
      </span>
    </>
  )
}

/** An address, hash or id in full, in groups of four. */
export function FullIdentifier({ text, grouped = true }: { text: string | null; grouped?: boolean }) {
  if (text === null || text === '') return <UntrustedText text={text} />
  const isGrouped =
    grouped && text.length <= longestGrouped && splitHidden(text).every(({ kind }) => kind === 'plain')
  return (
    <span className={classes(styles.mono, styles.wrapping)}>
      {isGrouped ? <Groups text={text} /> : <UntrustedText text={text} />}
    </span>
  )
}

/** Gaps are margins and not characters: what is selected, copied and found is the text itself. Lines end between groups. */
function Groups({ text }: { text: string }) {
  let start = 0
  return groupsOfFour(text).map((group) => {
    const key = start
    start += group.length
    return (
      <Fragment key={key}>
        <span className={styles.group}>{group}</span>
        <wbr />
      </Fragment>
    )
  })
}
