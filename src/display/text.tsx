import Icon from 'lucide-react/icons/external-link'
import { Fragment, type ReactNode } from 'react'
import { countText } from '../contract/count-text.ts'
import { sortedBy } from '../contract/sort-key.ts'
import type { Column, RowData } from '../ui/data-table.ts'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { showInstant } from './instant.ts'
import { usePreferences } from './preferences.ts'
import styles from './records.module.css'
import { isPrintableAscii, safeHttpLink, shownText, withHiddenNamed } from './untrusted-text.ts'

/** "USDC on Ethereum"; "Bitcoin" alone where both have that name. */
export function AssetAndNetwork({
  asset,
  network,
  fallback,
}: {
  asset: string | null
  network: string | null
  fallback?: string
}): ReactNode {
  const name = <UntrustedText text={asset} />
  if (asset && asset === network) return name
  return (
    <>
      {name} on <UntrustedText text={network} {...(fallback !== undefined && { fallback })} />
    </>
  )
}

/** A list item for each. */
export function UntrustedItems({ texts }: { texts: readonly string[] }): ReactNode {
  return texts.map((text) => (
    <li key={text}>
      <UntrustedText text={text} />
    </li>
  ))
}

/** Text from outside: as text, in its own direction, with hidden characters made visible. `most` bounds what is drawn. */
export function UntrustedText({
  text,
  fallback = '–',
  most = longest,
}: {
  text: string | null
  fallback?: string
  most?: number
}) {
  if (text === null || text === '') return <span className={styles.missing}>{fallback}</span>
  // Nothing in it is hidden or turns the direction, so it needs no element.
  if (text.length <= most && isPrintableAscii(text)) return text
  const { parts, more } = shownText(text, most)
  return (
    <bdi>
      {parts.map((part, index) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
            key={index}
            className={classes(layout.warning, styles.hiddenCharacter)}
            title={
              part.kind === 'hidden'
                ? `Hidden: ${part.name}`
                : `Not a Latin letter: ${part.text} (${part.name})`
            }
          >
            {part.name}
          </span>
        ),
      )}
      {more > 0 && <span className={styles.missing}> … {countText(more)} more characters</span>}
    </bdi>
  )
}

/** The same without a component where that is enough. */
export function untrustedText(text: string | null): ReactNode {
  return text && text.length <= longest && isPrintableAscii(text) ? text : <UntrustedText text={text} />
}

export function textCells<R extends RowData>(
  text: (row: R) => string | null,
): Pick<Column<R>, 'cell' | 'accessorFn'> {
  return { cell: ({ row }) => untrustedText(text(row.original)), ...sortedBy(text) }
}

/** Names of any length: what has no room is in the tooltip. */
export function nameCells<R extends RowData>(
  name: (row: R) => string | null,
): ReturnType<typeof textCells<R>> & Required<Pick<Column<R>, 'meta'>> {
  const look = ({ row }: { row: { original: R } }) => ({
    title: withHiddenNamed((name(row.original) ?? '').slice(0, longest)),
  })
  return { ...textCells(name), meta: { clips: true, look } }
}

const longest = 10_000

/** In the reader’s zone, which it names. `timeOnly` omits today’s date. */
export function Instant({ iso, timeOnly = false }: { iso: string | null; timeOnly?: boolean }) {
  const { timeZone } = usePreferences()
  const shown = iso === null ? null : showInstant(iso, timeZone)
  const isToday = timeOnly && shown?.date === showInstant(new Date().toISOString(), timeZone)?.date
  if (iso === null || shown === null) return <UntrustedText text={iso} />
  return (
    <time dateTime={iso} title={iso}>
      {isToday ? '' : `${shown.date} `}
      {shown.time} {shown.zone}
    </time>
  )
}

/** A link from outside. It opens only over http(s), in a new tab, without referrer; else it is text. */
export function ExternalLink({ link, children }: { link: string | null; children?: ReactNode }) {
  const href = safeHttpLink(link)
  if (href === null) return <UntrustedText text={link} />
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.external}>
      {children ?? <UntrustedText text={link} />}
      <Icon aria-hidden />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}

/** Up to four names; of more, the first three and a count. */
export function TruncatedList({ items }: { items: readonly (string | null)[] }) {
  const distinct = [...new Set(items)]
  const shown = distinct.length > 4 ? distinct.slice(0, 3) : distinct
  const more = distinct.length - shown.length
  return (
    <>
      {shown.map((item, index) => (
        <Fragment key={item}>
          {index > 0 && ', '}
          {untrustedText(item)}
        </Fragment>
      ))}
      {more > 0 && <span className={layout.quiet}> and {more} more</span>}
    </>
  )
}
