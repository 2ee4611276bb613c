import { Fragment, type ReactNode } from 'react'
import type { CellLook, Column, RowData } from '../ui/data-table.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { sortedBy } from '../ui/sort-key.ts'
import styles from './records.module.css'
import { UntrustedText, untrustedText } from './text.tsx'
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
  head,
  tail,
  ...attributes
}: {
  text: string | null
  head?: number
  tail?: number
  /** Of the element, such as those that make it an appearance of an address. */
  'data-address'?: string
}): ReactNode {
  return (
    <span {...identifierLook(text, head, tail)} {...attributes}>
      {identifierContent(text, head, tail)}
    </span>
  )
}

/** A column of identifiers in one line: the cells themselves are the identifiers. */
export function identifierCells<R extends RowData>(
  text: (row: R) => string | null,
): Pick<Column<R>, 'cell' | 'accessorFn' | 'meta'> {
  return {
    ...sortedBy(text),
    cell: ({ row }) => identifierContent(text(row.original)),
    meta: { look: ({ row }) => identifierLook(text(row.original)) },
  }
}

function identifierLook(text: string | null, head?: number, tail?: number): CellLook {
  return { className: styles.identifier, title: (shortened(text, head, tail) && text) ?? undefined }
}

function identifierContent(text: string | null, head?: number, tail?: number): ReactNode {
  const short = shortened(text, head, tail)
  if (text === null || short === null) return untrustedText(text)
  return (
    <>
      {short.start}
      {/* Still in the document, so that find-in-page, copying and screen readers have all of it. */}
      <span className={styles.middle}>{text.slice(short.start.length, text.length - short.end.length)}</span>
      {short.end}
    </>
  )
}

function shortened(text: string | null, head = 8, tail = 6) {
  if (text === null || text.length > longestShortened) return null
  return splitHidden(text).some(({ kind }) => kind === 'hidden') ? null : shortenMiddle(text, head, tail)
}

/** An address, hash or id where something else stands in its place: out of sight, yet there to be read, found, copied and printed. */
export function UnseenIdentifier({ text }: { text: string }) {
  return (
    <>
      {' '}
      <span className={styles.unseen}>
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
    <span className={classes(styles.identifier, styles.wrapping)}>
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
        <span className={styles.four}>{group}</span>
        <wbr />
      </Fragment>
    )
  })
}

/** A memo, prominent: a payment without it may be lost. */
export function Memo({ text }: { text: string }) {
  return (
    <strong className={classes(layout.warning, styles.memo)}>
      <FullIdentifier text={text} grouped={false} />
    </strong>
  )
}
