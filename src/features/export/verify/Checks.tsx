import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Amount } from '../../../records/Amount.tsx'
import { FullIdentifier } from '../../../records/Identifier.tsx'
import { usePreferences } from '../../../records/preferences.ts'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { type Column, DataTable } from '../../../ui/DataTable.tsx'
import type { Check, Figure } from './check.ts'
import styles from './verify.module.css'
import { checkLabels } from './verify-text.ts'

/** Every check with both figures, and under them the control totals one by one. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { compact } = usePreferences()
  const figures = useMemo(() => listed(checks), [checks])
  const total = checks.flatMap((check) => check.figures ?? []).length
  return (
    <>
      <DataTable
        caption="Checks"
        columns={checkColumns}
        rows={checks}
        rowId={({ name }) => name}
        compact={compact}
      />
      {figures.length > 0 && (
        <details className={styles.details} open={figures.some(isWrong)}>
          <summary>Control totals, one by one</summary>
          <DataTable
            caption="Control totals"
            columns={figureColumns}
            rows={figures}
            rowId={({ of, what }) => `${of} ${what}`}
            compact={compact}
          />
          {total > figures.length && (
            <p className={styles.note}>
              The first {figures.length} of {total} figures, those that differ before the others. All were
              compared.
            </p>
          )}
        </details>
      )}
    </>
  )
}

const looks: Readonly<
  Record<Check['verdict'], { readonly tone: Tone; readonly Icon: LucideIcon; readonly label: string }>
> = {
  pass: { tone: 'success', Icon: CircleCheck, label: 'Pass' },
  fail: { tone: 'danger', Icon: CircleX, label: 'Fail' },
  unchecked: { tone: 'neutral', Icon: CircleDashed, label: 'Not checked' },
}

/** A verdict as a word with its colour and its sign. */
export function VerdictBadge({ verdict }: { verdict: Check['verdict'] }) {
  const { tone, Icon, label } = looks[verdict]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  )
}

const checkColumns: readonly Column<Check>[] = [
  {
    id: 'check',
    header: 'Check',
    cell: ({ name }) => checkLabels[name],
    width: '11rem',
    card: 'title',
  },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    width: '8rem',
    card: 'aside',
  },
  { id: 'expected', header: 'The facts say', cell: (check) => <Said text={check.expected} /> },
  { id: 'found', header: 'Found', cell: (check) => <Said text={check.found} /> },
]

function Said({ text }: { text: string }) {
  return (
    <span className={styles.said}>
      {/^[0-9a-f]{64}$/.test(text) ? <FullIdentifier text={text} /> : <UntrustedText text={text} />}
    </span>
  )
}

const mostFigures = 500

function listed(checks: readonly Check[]): readonly Figure[] {
  const all = checks.flatMap(({ figures }) => figures ?? [])
  return [...all.filter(isWrong), ...all.filter((figure) => !isWrong(figure))].slice(0, mostFigures)
}

function isWrong({ expected, found }: Figure): boolean {
  return expected !== found
}

const figureColumns: readonly Column<Figure>[] = [
  {
    id: 'of',
    header: 'Of',
    cell: ({ of }) => <UntrustedText text={of || 'All rows'} />,
    width: '20rem',
    card: 'title',
  },
  { id: 'what', header: 'Figure', cell: ({ what }) => <UntrustedText text={what} />, width: '9rem' },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: (figure) => <VerdictBadge verdict={isWrong(figure) ? 'fail' : 'pass'} />,
    width: '8rem',
    card: 'aside',
  },
  {
    id: 'expected',
    header: 'The facts say',
    align: 'end',
    cell: ({ expected }) => <Amount value={expected} />,
  },
  { id: 'found', header: 'Found', align: 'end', cell: ({ found }) => <Amount value={found} /> },
]
