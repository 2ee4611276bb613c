import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { useMemo } from 'react'
import { Amount } from '../../../records/Amount.tsx'
import { FullIdentifier } from '../../../records/Identifier.tsx'
import { usePreferences } from '../../../records/preferences.ts'
import { UntrustedText, untrustedText } from '../../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { type Column, DataTable } from '../../../ui/DataTable.tsx'
import type { Check } from './check.ts'
import type { Figure } from './check-words.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** Every check with both figures, and under them the control totals one by one. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { compact } = usePreferences()
  const figures = useMemo(() => listed(checks), [checks])
  const total = checks.flatMap((check) => check.figures ?? []).length
  return (
    <>
      <DataTable
        caption={words.checks}
        columns={checkColumns}
        rows={checks}
        rowId={({ name }) => name}
        compact={compact}
      />
      {figures.length > 0 && (
        <details className={styles.details} open={figures.some(isWrong)}>
          <summary>{words.totals}</summary>
          <DataTable
            caption={words.checkLabels.totals}
            columns={figureColumns}
            rows={figures}
            rowId={({ of, what }) => `${of} ${what}`}
            compact={compact}
          />
          {total > figures.length && (
            <p className={styles.note}>{words.firstFigures(figures.length, total)}</p>
          )}
        </details>
      )}
    </>
  )
}

const looks: Readonly<Record<Check['verdict'], { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  pass: { tone: 'success', Icon: CircleCheck },
  fail: { tone: 'danger', Icon: CircleX },
  unchecked: { tone: 'neutral', Icon: CircleDashed },
}

/** A verdict as a word with its colour and its sign. */
export function VerdictBadge({ verdict }: { verdict: Check['verdict'] }) {
  const { tone, Icon } = looks[verdict]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {words.verdicts[verdict]}
    </Badge>
  )
}

const checkColumns: readonly Column<Check>[] = [
  {
    id: 'check',
    header: words.check,
    cell: ({ name }) => words.checkLabels[name],
    width: '11rem',
    card: 'title',
  },
  {
    id: 'verdict',
    header: words.verdict,
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    width: '8rem',
    card: 'aside',
  },
  { id: 'expected', header: words.expected, cell: (check) => <FoundText text={check.expected} /> },
  { id: 'found', header: words.found, cell: (check) => <FoundText text={check.found} /> },
]

function FoundText({ text }: { text: string }) {
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
    header: words.group,
    cell: ({ of }) => untrustedText(of || words.allRows),
    width: '20rem',
    card: 'title',
  },
  { id: 'what', header: words.figure, cell: ({ what }) => untrustedText(what), width: '9rem' },
  {
    id: 'verdict',
    header: words.verdict,
    cell: (figure) => <VerdictBadge verdict={isWrong(figure) ? 'fail' : 'pass'} />,
    width: '8rem',
    card: 'aside',
  },
  {
    id: 'expected',
    header: words.expected,
    align: 'end',
    cell: ({ expected }) => <Amount value={expected} />,
  },
  { id: 'found', header: words.found, align: 'end', cell: ({ found }) => <Amount value={found} /> },
]
