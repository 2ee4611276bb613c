/** Icon, word and colour of known values. Unknown ones are neutral and as they came. */
import type { ReactNode } from 'react'
import type { Column, RowData } from '../ui/data-table.ts'
import { Badge, classes } from '../ui/inline.tsx'
import { badgeIcons, labelOf, statusLabels, typeLabels, vaultTypeLabels } from './labels.ts'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'

export function StatusBadge({ status }: { status: string | null }): ReactNode {
  const known = labelOf(statusLabels, status)
  if (!known) return <UnknownBadge value={status} />
  return Badge({
    tone: known.tone,
    className: styles.icon,
    'data-icon': labelOf(badgeIcons, status),
    children: known.label,
  })
}

export function TypeLabel({ type }: { type: string | null }): ReactNode {
  const label = labelOf(typeLabels, type)
  if (!label) return <UnknownBadge value={type} />
  return (
    <span className={classes(styles.icon, styles.type)} data-icon={labelOf(badgeIcons, type)}>
      {label}
    </span>
  )
}

/** A column whose cells are the types themselves, and whose links draw the icons. */
export function typeCells<R extends RowData>(
  type: (row: R) => string | null,
): Pick<Column<R>, 'cell'> & Required<Pick<Column<R>, 'meta'>> {
  return {
    cell: ({ row }) => labelOf(typeLabels, type(row.original)) ?? <UnknownBadge value={type(row.original)} />,
    meta: {
      look({ row }) {
        const icon = labelOf(typeLabels, type(row.original)) && labelOf(badgeIcons, type(row.original))
        return icon ? { className: styles.cell, 'data-icon': icon } : {}
      },
    },
  }
}

export function VaultTypeBadge({ type }: { type: string | null }): ReactNode {
  const label = labelOf(vaultTypeLabels, type)
  if (!label) return <UnknownBadge value={type} />
  return (
    <Badge
      tone={type === 'cold' ? 'info' : 'warning'}
      className={styles.icon}
      data-icon={labelOf(badgeIcons, type)}
    >
      {label}
    </Badge>
  )
}

function UnknownBadge({ value }: { value: string | null }) {
  if (value === null || value === '') return <UntrustedText text={value} />
  return (
    <Badge>
      <UntrustedText text={value} />
    </Badge>
  )
}
