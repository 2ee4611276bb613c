import { CircleCheck, CircleDashed, CircleHelp, type LucideIcon, Split, TriangleAlert } from 'lucide-react'
import type { FindingVerdict } from '../../reconciliation/reconcile.ts'
import { verdictLabels } from '../../reconciliation/words.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const looks: Readonly<Record<FindingVerdict, { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  agrees: { tone: 'success', Icon: CircleCheck },
  differs: { tone: 'warning', Icon: TriangleAlert },
  'one-sided': { tone: 'warning', Icon: Split },
  unreadable: { tone: 'neutral', Icon: CircleHelp },
  changed: { tone: 'info', Icon: CircleDashed },
}

/** What is said of two figures. That something is for information alone takes its alarm away. */
export function VerdictBadge({ verdict, information }: { verdict: FindingVerdict; information: boolean }) {
  const { tone, Icon } = looks[verdict]
  return (
    <Badge tone={information && verdict !== 'agrees' ? 'neutral' : tone} icon={<Icon aria-hidden />}>
      {verdictLabels[verdict]}
    </Badge>
  )
}
