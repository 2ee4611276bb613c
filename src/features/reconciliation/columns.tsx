import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Split from 'lucide-react/icons/split'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { amountLabels } from '../../records/labels.ts'
import { untrustedText } from '../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { FigureCell } from './FigureCell.tsx'
import { type Finding, type FindingVerdict, isInformation, latestOf } from './reconcile.ts'
import styles from './reconciliation.module.css'
import { checkLabels, verdictLabels } from './words.ts'

/** The columns of the findings on screen; `asked` is what the reconciliation was asked for. */
export function findingColumns(
  findings: readonly Finding[],
  asked: Filter<'balances'>,
): readonly Column<Finding>[] {
  const latest = findings.map(latestOf)
  const figure = (side: 'left' | 'right', header: string): Column<Finding> => {
    const fractionWidth = longestFraction(latest.map((comparison) => comparison[side].value))
    return {
      id: side,
      header,
      align: 'end',
      cell: (finding) => (
        <FigureCell finding={finding} side={side} asked={asked} fractionWidth={fractionWidth} />
      ),
    }
  }
  const fractionWidth = longestFraction(latest.map(({ difference }) => difference))
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      cell: (finding) => untrustedText(latestOf(finding).asset_id),
      width: '8rem',
    },
    {
      id: 'network_id',
      header: 'Network',
      cell: (finding) => untrustedText(latestOf(finding).network_id),
      width: '6rem',
    },
    {
      id: 'component',
      header: 'Component',
      cell: (finding) => amountLabels[latestOf(finding).component].label,
      width: '7rem',
    },
    {
      id: 'check',
      header: 'Check',
      cell: (finding) => (
        <span className={styles.figure}>
          {checkLabels[latestOf(finding).check]}
          {isInformation(finding) && <span className={styles.note}>for information</span>}
        </span>
      ),
      width: '11rem',
    },
    figure('left', 'Added up'),
    figure('right', 'Reported'),
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      hint: 'Added up minus reported',
      cell: (finding) => <Amount value={latestOf(finding).difference} fractionWidth={fractionWidth} />,
    },
    {
      id: 'verdict',
      header: 'Verdict',
      cell: (finding) => <VerdictBadge verdict={finding.verdict} information={isInformation(finding)} />,
      width: '13rem',
      card: 'aside',
    },
  ]
}

const looks: Readonly<Record<FindingVerdict, { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  agrees: { tone: 'success', Icon: CircleCheck },
  differs: { tone: 'warning', Icon: TriangleAlert },
  'one-sided': { tone: 'warning', Icon: Split },
  unreadable: { tone: 'neutral', Icon: CircleHelp },
  changed: { tone: 'info', Icon: CircleDashed },
}

/** What is said of two figures. That something is for information alone takes its alarm away. */
function VerdictBadge({ verdict, information }: { verdict: FindingVerdict; information: boolean }) {
  const { tone, Icon } = looks[verdict]
  return (
    <Badge tone={information && verdict !== 'agrees' ? 'neutral' : tone} icon={<Icon aria-hidden />}>
      {verdictLabels[verdict]}
    </Badge>
  )
}
