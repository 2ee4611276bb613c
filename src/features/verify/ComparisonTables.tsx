import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { useMemo } from 'react'
import { Amount } from '../../records/Amount.tsx'
import { FullIdentifier } from '../../records/Identifier.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText, untrustedText } from '../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { type Comparison, isDifferent } from './comparisons.ts'
import styles from './verify.module.css'
import { comparisonWords, type Figure, pageWords as words } from './words.ts'

/** What the facts say beside what was found, and under it the control totals one by one. */
export function ComparisonTables({
  comparisons,
  figures,
}: {
  comparisons: readonly Comparison[]
  figures: readonly Figure[]
}) {
  const { compact } = usePreferences()
  const shown = useMemo(() => shownOf(figures), [figures])
  return (
    <>
      <DataTable
        caption={words.checks}
        columns={comparisonColumns}
        rows={comparisons}
        rowId={({ name }) => name}
        compact={compact}
      />
      {shown.length > 0 && (
        <details className={styles.details} open={shown.some(isDifferent)}>
          <summary>{words.figures}</summary>
          <DataTable
            caption={comparisonWords.labels.totals}
            columns={figureColumns}
            rows={shown}
            rowId={({ of, what }) => `${of} ${what}`}
            compact={compact}
          />
          {figures.length > shown.length && (
            <p className={styles.note}>{words.firstFigures(shown.length, figures.length)}</p>
          )}
        </details>
      )}
    </>
  )
}

const mostFigures = 500

function shownOf(figures: readonly Figure[]): readonly Figure[] {
  const others = figures.filter((figure) => !isDifferent(figure))
  return [...figures.filter(isDifferent), ...others].slice(0, mostFigures)
}

/** A verdict as a word with its colour and its sign. */
export function VerdictBadge({ agrees }: { agrees: Comparison['agrees'] }) {
  const { tone, Icon } = looks[`${agrees}`]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {words.verdicts[`${agrees}`]}
    </Badge>
  )
}

const looks: Readonly<Record<`${boolean | null}`, { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  true: { tone: 'success', Icon: CircleCheck },
  false: { tone: 'danger', Icon: CircleX },
  null: { tone: 'neutral', Icon: CircleDashed },
}

function FoundText({ text }: { text: string }) {
  return (
    <span className={styles.said}>
      {/^[0-9a-f]{64}$/.test(text) ? <FullIdentifier text={text} /> : <UntrustedText text={text} />}
    </span>
  )
}

const comparisonColumns: readonly Column<Comparison>[] = [
  {
    id: 'check',
    header: words.check,
    cell: ({ name }) => comparisonWords.labels[name],
    width: '11rem',
    card: 'title',
  },
  {
    id: 'verdict',
    header: words.verdict,
    cell: ({ agrees }) => <VerdictBadge agrees={agrees} />,
    width: '8rem',
    card: 'aside',
  },
  { id: 'stated', header: words.stated, cell: ({ stated }) => <FoundText text={stated} /> },
  { id: 'found', header: words.found, cell: ({ found }) => <FoundText text={found} /> },
]

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
    cell: (figure) => <VerdictBadge agrees={!isDifferent(figure)} />,
    width: '8rem',
    card: 'aside',
  },
  { id: 'stated', header: words.stated, align: 'end', cell: ({ stated }) => <Amount value={stated} /> },
  { id: 'found', header: words.found, align: 'end', cell: ({ found }) => <Amount value={found} /> },
]
