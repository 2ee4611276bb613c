import { Fragment, type ReactNode } from 'react'
import { sortedBy } from '../contract/sort-key.ts'
import type { CellLook, Column, RowData } from '../ui/data-table.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './records.module.css'
import { UntrustedText, untrustedText } from './text.tsx'
import { groupsOfFour, hasMarks, longestGrouped, longestShortened, shortenMiddle } from './untrusted-text.ts'

/** An address, hash or id in one line, shortened in its middle. Hover, screen readers and copying give all of it. */
export function ShortIdentifier({
  text,
  head,
  tail,
  ...attributes
}: {
  text: string | null
  head?: number
  tail?: number
  'data-address'?: string
}): ReactNode {
  return (
    <span {...identifierLook(text, head, tail)} {...attributes}>
      {identifierContent(text, head, tail)}
    </span>
  )
}

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
      <span className={styles.middle}>{text.slice(short.start.length, text.length - short.end.length)}</span>
      {short.end}
    </>
  )
}

function shortened(text: string | null, head = 8, tail = 6) {
  if (text === null || text.length > longestShortened) return null
  return hasMarks(text) ? null : shortenMiddle(text, head, tail)
}

/** An identifier that a name replaces on screen. It is still read aloud, found, copied and printed. */
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

export function FullIdentifier({ text, grouped = true }: { text: string | null; grouped?: boolean }) {
  if (text === null || text === '') return <UntrustedText text={text} />
  const isGrouped = grouped && text.length <= longestGrouped && !hasMarks(text)
  return (
    <span className={classes(styles.identifier, styles.wrapping)}>
      {isGrouped ? <Groups text={text} /> : <UntrustedText text={text} />}
    </span>
  )
}

/** Gaps are margins, not characters, so that copying and find-in-page have the text itself. */
function Groups({ text }: { text: string }) {
  let start = 0
  return groupsOfFour(text).map((group) => {
    const key = start
    start += 1
    return (
      <Fragment key={key}>
        <span className={styles.four}>
          {group.map(({ text, isEnd }) => (isEnd ? <b key="end">{text}</b> : text))}
        </span>
        <wbr />
      </Fragment>
    )
  })
}

/** Prominent, because a payment without its memo may be lost. */
export function Memo({ text }: { text: string }) {
  return (
    <strong className={classes(layout.warning, styles.memo)}>
      <FullIdentifier text={text} grouped={false} />
    </strong>
  )
}
