/** Badges for the enumerations: icon, word and colour for known values; neutral, as it came, for any other. */
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Flame,
  Gift,
  Layers,
  LoaderCircle,
  type LucideIcon,
  Radio,
  Replace,
  Snowflake,
  Unlock,
} from 'lucide-react'
import type { TransactionStatus, TransactionType, VaultType } from '../contract/enumerations.ts'
import { Badge } from '../ui/Badge.tsx'
import styles from './badges.module.css'
import { labelOf, statusLabels, typeLabels, vaultTypeLabels } from './labels.ts'
import { UntrustedText } from './UntrustedText.tsx'

const statusIcons: Readonly<Record<TransactionStatus, LucideIcon>> = {
  pending: Clock,
  processing: LoaderCircle,
  confirming: Radio,
  completed: CircleCheck,
  rejected: Ban,
  cancelled: CircleDashed,
  failed: CircleX,
}

/** A transaction's status. */
export function StatusBadge({ status }: { status: string | null }) {
  const known = labelOf(statusLabels, status)
  const Icon = labelOf(statusIcons, status)
  if (!known || !Icon) return <UnknownBadge value={status} />
  return (
    <Badge tone={known.tone} icon={<Icon aria-hidden />}>
      {known.label}
    </Badge>
  )
}

const typeIcons: Readonly<Record<TransactionType, LucideIcon>> = {
  withdraw: ArrowUpFromLine,
  deposit: ArrowDownToLine,
  rebalance: ArrowLeftRight,
  stake: Layers,
  unstake: Unlock,
  claim: Gift,
  'change pool': Replace,
}

/** A transaction's type: quieter than its status, which is what the eye looks for. */
export function TypeLabel({ type }: { type: string | null }) {
  const label = labelOf(typeLabels, type)
  const Icon = labelOf(typeIcons, type)
  if (!label || !Icon) return <UnknownBadge value={type} />
  return (
    <span className={styles.type}>
      <Icon aria-hidden />
      {label}
    </span>
  )
}

const vaultTypeIcons: Readonly<Record<VaultType, LucideIcon>> = { cold: Snowflake, warm: Flame }
const vaultTypeTones: Readonly<Record<VaultType, 'info' | 'warning'>> = { cold: 'info', warm: 'warning' }

/** A vault's type. */
export function VaultTypeBadge({ type }: { type: string | null }) {
  const label = labelOf(vaultTypeLabels, type)
  const Icon = labelOf(vaultTypeIcons, type)
  if (!label || !Icon) return <UnknownBadge value={type} />
  return (
    <Badge tone={labelOf(vaultTypeTones, type) ?? 'neutral'} icon={<Icon aria-hidden />}>
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
