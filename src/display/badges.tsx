/** Values as badges, with their icons. Unknown ones are neutral and as they came. */
import type { ReactNode } from 'react'
import type { TransactionStatus, TransactionType, VaultType } from '../contract/enumerations.ts'
import type { CellLook, Column, RowData } from '../ui/data-table.ts'
import { Badge, classes } from '../ui/inline.tsx'
import styles from './icons.module.css'
import { labelOf, statusLabels, typeLabels, vaultTypeLabels, vaultTypeTones } from './labels.ts'
import { UntrustedText } from './text.tsx'

/** Letters of a typeface, which `npm run fonts` makes and prints. */
const icons: Readonly<Record<TransactionType | TransactionStatus | VaultType | 'warning' | 'equal', string>> =
  {
    withdraw: '\ue45a',
    deposit: '\ue455',
    rebalance: '\ue24a',
    stake: '\ue529',
    unstake: '\ue10c',
    claim: '\ue0e1',
    'change pool': '\ue3db',
    pending: '\ue087',
    processing: '\ue10a',
    confirming: '\ue142',
    completed: '\ue226',
    rejected: '\ue051',
    cancelled: '\ue4b0',
    failed: '\ue084',
    cold: '\ue165',
    warm: '\ue0d2',
    warning: '\ue193',
    equal: '\ue1bd',
  }

/** For the element that draws the icon of a value before its text. */
export function iconOf(value: string | null): Pick<CellLook, 'className' | 'style'> {
  const icon = labelOf(icons, value)
  return icon === undefined ? {} : { className: styles.icon, style: { '--icon': `"${icon}"` } }
}

export function StatusBadge({ status }: { status: string | null }): ReactNode {
  const known = labelOf(statusLabels, status)
  if (!known) return <UnknownBadge value={status} />
  return (
    <Badge tone={known.tone} {...iconOf(status)}>
      {known.label}
    </Badge>
  )
}

export function TypeLabel({ type }: { type: string | null }): ReactNode {
  const label = labelOf(typeLabels, type)
  if (!label) return <UnknownBadge value={type} />
  const { className, style } = iconOf(type)
  return (
    <span className={classes(className, styles.type)} style={style}>
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
        const isKnown = labelOf(typeLabels, type(row.original)) !== undefined
        return isKnown ? { ...iconOf(type(row.original)), className: styles.cell } : {}
      },
    },
  }
}

export function VaultTypeBadge({ type }: { type: string | null }): ReactNode {
  const label = labelOf(vaultTypeLabels, type)
  const tone = labelOf(vaultTypeTones, type)
  if (!label || !tone) return <UnknownBadge value={type} />
  return (
    <Badge tone={tone} {...iconOf(type)}>
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
