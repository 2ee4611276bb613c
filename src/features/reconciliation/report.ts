/** A reconciliation as a report: a line for each check, then the differences, then what is wrong with records by themselves. */
import type { Books } from '../../books/books.ts'
import { counted } from '../../contract/count-text.ts'
import { compare, type Decimal, multiply, readDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { amountLabels } from '../../records/labels.ts'
import { reconciliationView } from '../../url/lists.ts'
import {
  basisOf,
  fileColumns,
  type Report,
  type ReportRow,
  type ReportTable,
  type ReportTone,
} from '../report/logic.ts'
import {
  assetName,
  type CheckName,
  checkNames,
  type FigurePair,
  lowered,
  type PairVerdict,
  type RecordProblem,
} from './compare.ts'
import {
  type ComparedPair,
  disagreements,
  headlineOf,
  isInformation,
  type Reconciliation,
  reconcile,
} from './reconcile.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    reconciliation: typeof reconciliationReport
  }
}

/** The reconciliation of everything, or of one asset or network. */
export function reconciliationReport(books: Books, asked: Filter<'balances'> = {}): Report {
  const result = reconcile(books, asked)
  const differing = result.pairs.filter(({ verdict }) => verdict !== 'agrees')
  const tables = [checksTable(result), differencesTable(differing), problemsTable(result.problems)]
  return {
    name: 'reconciliation',
    title: 'Reconciliation',
    headline: headlineOf(result),
    tables: tables.filter(({ rows }) => rows.length > 0),
    remarks: [
      'A difference counts only if two readings gave the same figures. Otherwise they changed while being read.',
      'The specification does not say that a total is the sum of its parts: that check is for information.',
      'Transactions are compared with available, processing and staking together. Claimable rewards grow without a transaction.',
    ],
    basis: basisOf(books, ['vaults', 'balances', 'transactions']),
    parameters: { ...asked },
    link: reconciliationView.href('/reconciliation', asked),
  }
}

const inFilesOnly = fileColumns(
  'text',
  ...['check', 'component', 'left_from', 'right_from', 'left_before', 'right_before'],
)

function checksTable({ pairs, records, problems }: Reconciliation): ReportTable {
  const [verdict, tone] = verdictOfRecords(records, problems.length)
  return {
    name: 'checks',
    title: 'Checks',
    levels: ['check', 'comparison'],
    columns: [
      { name: 'name', label: 'Check', kind: 'text', inFile: 'never' },
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      ...inFilesOnly,
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'worst', label: 'Worst difference', kind: 'text' },
      { name: 'compared', label: 'Compared', kind: 'count' },
      {
        name: 'left',
        label: 'Figure',
        kind: 'amount',
        hint: 'The figure that was both added up and reported',
      },
      ...fileColumns('amount', 'right'),
    ],
    rows: [
      ...checkNames.map((check) =>
        checkRow(
          check,
          pairs.filter((pair) => pair.check === check),
        ),
      ),
      {
        id: 'records',
        cells: {
          name: 'Record checks',
          check: 'records',
          compared: String(records),
          worst: '',
          verdict,
        },
        tone,
      },
    ],
  }
}

/** A check, which opens to the comparisons that agree. */
function checkRow(check: CheckName, pairs: readonly ComparedPair[]): ReportRow {
  const worst = worstOf(pairs.filter(({ verdict }) => verdict === 'differs'))
  const tones: readonly ReportTone[] = pairs.length === 0 ? ['neutral'] : pairs.map(toneOf)
  return {
    id: check,
    cells: {
      name: checkLabels[check],
      check,
      compared: String(pairs.length),
      worst: worst ? `${worst.difference} ${assetName(worst)}` : '',
      verdict: verdictOfAll(pairs),
    },
    tone: (['bad', 'warning', 'neutral'] as const).find((tone) => tones.includes(tone)) ?? 'good',
    parts: pairs
      .filter(({ verdict }) => verdict === 'agrees')
      .map((pair, index) => {
        const component = componentLabel(pair).toLowerCase()
        const name = `${assetName(pair)}, ${component}: ${pair.right.short ?? pair.right.name}`
        return pairRow(pair, index, { name })
      }),
  }
}

const nothingToCompare = 'Nothing to compare'

/** "2 differ, 1 changed while being read", or that all agree. */
function verdictOfAll(pairs: readonly ComparedPair[]): string {
  if (pairs.length === 0) return nothingToCompare
  const counts: Partial<Record<PairVerdict, number>> = {}
  for (const { verdict } of pairs) counts[verdict] = (counts[verdict] ?? 0) + 1
  return disagreements(counts).join(', ') || 'All agree'
}

function verdictOfRecords(records: number, problems: number): readonly [verdict: string, tone: ReportTone] {
  if (problems > 0) return [counted(problems, 'problem'), 'bad']
  return records > 0 ? ['No problem', 'good'] : [nothingToCompare, 'neutral']
}

/** The one that is the greatest part of what was reported: amounts of different assets compare in no other way. */
function worstOf(pairs: readonly FigurePair[]): FigurePair | null {
  const size = (text: string | null): Decimal => {
    const { digits, scale } = readDecimal(text) ?? zero
    return { digits: digits < 0n ? -digits : digits, scale }
  }
  const part = (one: FigurePair, other: FigurePair) => multiply(size(one.difference), size(other.right.value))
  return pairs.reduce<FigurePair | null>(
    (worst, pair) => (worst && compare(part(pair, worst), part(worst, pair)) <= 0 ? worst : pair),
    null,
  )
}

function differencesTable(pairs: readonly ComparedPair[]): ReportTable {
  return {
    name: 'differences',
    title: 'Differences',
    levels: ['comparison'],
    columns: [
      { name: 'asset_id', label: 'Asset', kind: 'asset' },
      { name: 'network_id', label: 'Network', kind: 'network' },
      { name: 'component_label', label: 'Component', kind: 'text', inFile: 'never' },
      { name: 'check_label', label: 'Check', kind: 'text', inFile: 'never' },
      ...inFilesOnly,
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'difference', label: 'Difference', kind: 'amount', hint: 'Added up minus reported' },
      { name: 'left', label: 'Added up', kind: 'amount' },
      { name: 'right', label: 'Reported', kind: 'amount' },
      { name: 'what', label: 'Figures', kind: 'sentence', inFile: 'never' },
    ],
    rows: pairs.map((pair, index) => {
      const { check, left, right, before, verdict } = pair
      const figures = before && [before.left, before.right].map(({ value }) => value ?? 'not given')
      const first = verdict === 'changed' && figures ? ` First reading: ${figures.join(' against ')}.` : ''
      return pairRow(pair, index, {
        component_label: componentLabel(pair),
        check_label: checkLabels[check],
        what: `${left.name} against ${lowered(right.name)}.${first}`,
      })
    }),
  }
}

function pairRow(pair: ComparedPair, index: number, names: ReportRow['cells']): ReportRow {
  const { check, asset_id, network_id, component, left, right, difference, verdict, before } = pair
  return {
    id: String(index),
    cells: {
      ...{ check, asset_id, network_id, component, difference, ...names },
      verdict: verdictLabels[verdict],
      left: left.value,
      right: right.value,
      left_from: left.name,
      right_from: right.name,
      left_before: before?.left.value ?? null,
      right_before: before?.right.value ?? null,
    },
    href: right.href?.(pair) ?? null,
    tone: toneOf(pair),
    ...(pair.why !== undefined && { remark: pair.why }),
  }
}

function toneOf(pair: ComparedPair): ReportTone {
  if (pair.verdict === 'agrees') return 'good'
  if (isInformation(pair)) return 'neutral'
  return pair.verdict === 'changed' ? 'warning' : 'bad'
}

function problemsTable(problems: readonly RecordProblem[]): ReportTable {
  return {
    name: 'problems',
    title: 'Problems in the records',
    levels: ['problem'],
    columns: [
      { name: 'problem', label: 'Problem', kind: 'sentence' },
      ...fileColumns('text', 'check', 'component'),
      ...fileColumns('asset', 'asset_id'),
      ...fileColumns('network', 'network_id'),
      ...fileColumns('amount', 'right'),
    ],
    rows: problems.map((cells, index) => ({ id: String(index), cells })),
  }
}

const checkLabels: Readonly<Record<CheckName, string>> = {
  'cold-and-warm': 'Cold and warm against all',
  'vaults-and-balance': 'Vaults against balances',
  'total-and-parts': 'Totals against their parts (informational)',
  'transactions-and-holding': 'Holdings against transactions',
}

const verdictLabels: Readonly<Record<PairVerdict, string>> = {
  differs: 'Differs',
  'one-sided': 'On one side only',
  unreadable: 'Cannot be compared',
  changed: 'Changed while reading',
  agrees: 'Agrees',
}

function componentLabel({ component }: FigurePair): string {
  return component === 'without_claimable' ? 'Without claimable' : amountLabels[component].label
}
