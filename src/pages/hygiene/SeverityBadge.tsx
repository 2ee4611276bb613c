import { CircleAlert, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { Severity } from '../../hygiene/findings.ts'
import { severityLabels } from '../../hygiene/words.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const looks: Readonly<Record<Severity, { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  critical: { tone: 'danger', Icon: OctagonAlert },
  high: { tone: 'danger', Icon: CircleAlert },
  medium: { tone: 'warning', Icon: TriangleAlert },
  low: { tone: 'neutral', Icon: Info },
}

/** How grave a finding is. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const { tone, Icon } = looks[severity]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {severityLabels[severity]}
    </Badge>
  )
}
