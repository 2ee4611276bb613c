/** A reconciliation as a report: differences by cause, problems of single records, and a row for each check. */

import { counted } from '../../contract/count-text.ts'
import { withSmallInitial } from '../../contract/initials.ts'
import type { Basis, Report, ReportCells, ReportRow, ReportTable } from '../../contract/report.ts'
import { amountLabels } from '../../display/labels.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { reconciliationCodec } from '../../url/lists.ts'
import { assetColumns, assetIdColumns, fileColumns, worstFirst, worstOf } from '../columns.ts'
import { reportEntry } from '../entry.ts'
import { refusedLink } from '../links.ts'
import {
  assetName,
  type CheckName,
  checkNames,
  type FigurePair,
  type PairVerdict,
  type RecordProblem,
} from './figure-pairs.ts'
import {
  type ComparedPair,
  causesOf,
  disagreements,
  headlineOf,
  type ReconciledRecords,
  type Reconciliation,
  reconcile,
  severityOf,
} from './reconcile.ts'

export const reconciliationEntry = reportEntry<object>({
  name: 'reconciliation',
  packFiles: () => ({ reconciliation: {} }),
  path: '/reconciliation',
  lists: ['vaults', 'balances', 'transactions'],
  parse(parameters) {
    return refusedLink('No reconciliation for this link', reconciliationCodec.parse(parameters).invalid) ?? {}
  },
  edges: () => [],
  async make(records) {
    const [all, cold] = [await records.balances('all'), await records.balances('cold')]
    const balances = { all, cold, warm: await records.balances('warm') }
    const latest = { vaults: await records.vaults(), balances }
    const { balanceProof } = await records.book()
    const before = await records.moment.earlierHoldings()
    const given = Object.entries(before.balances).filter(([, list]) => list !== null)
    const earlier = {
      vaults: before.vaults ?? latest.vaults,
      balances: { ...balances, ...Object.fromEntries(given) },
    }
    return reconciliationReport(
      { latest, earlier, balanceProof, doubts: records.doubts('transactions') },
      await records.basis(['vaults', 'balances', 'transactions'], { isDated: false }),
    )
  },
})

export function reconciliationReport(records: ReconciledRecords, basis: Basis): Report {
  const result = reconcile(records)
  const tables = [
    differencesTable(causesOf(result.pairs)),
    problemsTable(result.problems),
    checksTable(result),
  ]
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
    basis,
    parameters: {},
    link: '/reconciliation',
  }
}

const inFilesOnly = fileColumns(
  'text',
  ...['check', 'component', 'left_from', 'right_from', 'left_before', 'right_before'],
)

function checksTable({ pairs, records, problems }: Reconciliation): ReportTable {
  const nothing =
    records > 0 ? (['No problems found', 'good'] as const) : ([nothingToCompare, 'neutral'] as const)
  const [verdict, tone] =
    problems.length > 0 ? ([counted(problems.length, 'problem'), 'bad'] as const) : nothing
  return {
    name: 'checks',
    title: 'Checks',
    levels: ['check', 'comparison'],
    columns: [
      { name: 'name', label: 'Check', kind: 'text', where: 'page' },
      ...assetIdColumns,
      ...inFilesOnly,
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'compared', label: 'Compared', kind: 'count' },
      {
        ...{ name: 'left', label: 'Figure', kind: 'amount' },
        hint: 'The figure that was both added up and reported',
      },
      ...fileColumns('amount', 'right'),
    ],
    rows: worstFirst([
      ...checkNames.map((check) =>
        checkRow(
          check,
          pairs.filter((pair) => pair.check === check),
        ),
      ),
      {
        id: 'records',
        cells: { name: 'Record checks', check: 'records', compared: String(records), verdict },
        tone,
      },
    ]),
  }
}

/** A check, which opens to the comparisons that agree. */
function checkRow(check: CheckName, pairs: readonly ComparedPair[]): ReportRow {
  const cells = { name: checkLabels[check], check, compared: String(pairs.length) }
  return {
    id: check,
    cells: { ...cells, verdict: pairs.length === 0 ? nothingToCompare : verdictOfAll(pairs) },
    tone: worstOf(pairs.map(severityOf)),
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
  const counts = [...groupBy(pairs, ({ verdict }) => verdict)].map(([name, { length }]) => [name, length])
  return disagreements(Object.fromEntries(counts)).join(', ') || 'All agree'
}

/** One row a cause, which opens to its comparisons. */
function differencesTable(causes: readonly (readonly ComparedPair[])[]): ReportTable {
  return {
    name: 'differences',
    title: 'Differences',
    levels: ['difference', 'comparison'],
    columns: [
      ...assetColumns,
      ...inFilesOnly,
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'difference', label: 'Difference', kind: 'amount', hint: 'Added up minus reported' },
      { name: 'left', label: 'Added up', kind: 'amount' },
      { name: 'right', label: 'Reported', kind: 'amount' },
      { name: 'what', label: 'Figures', kind: 'sentence', where: 'page' },
    ],
    rows: causes.flatMap((cause, index): readonly ReportRow[] => {
      const [first, ...others] = cause
      if (!first) return []
      const line = assetName(first)
      const row = pairRow(first, index, { line, what: figuresText(first) })
      if (others.length === 0) return [row]
      const { asset_id = null, network_id = null, verdict = null, difference = null } = row.cells
      const checks = [...new Set(cause.map(({ check }) => withSmallInitial(checkLabels[check])))]
      return [
        {
          ...row,
          cells: {
            ...{ line, asset_id, network_id, verdict, difference },
            what: `${counted(cause.length, 'comparison')}${difference === null ? '' : ' with the same difference'}: ${checks.join(', ')}.`,
          },
          tone: worstOf(cause.map(severityOf)),
          ...(first.check === 'transactions-and-holding' && { linkLabel: 'Transactions' }),
          parts: cause.map((pair, part) =>
            pairRow(pair, part, {
              line: `${checkLabels[pair.check]}, ${componentLabel(pair).toLowerCase()}`,
              what: figuresText(pair),
            }),
          ),
        },
      ]
    }),
  }
}

function figuresText({ check, left, right, before, verdict }: ComparedPair): string {
  const figures = before && [before.left, before.right].map(({ value }) => value ?? 'not given')
  const first = verdict === 'changed' && figures ? ` First reading: ${figures.join(' against ')}.` : ''
  const place = right.short ?? right.name
  switch (check) {
    case 'transactions-and-holding':
      return `Transactions of ${place} against its holding.${first}`
    case 'total-and-parts':
      return `Parts of ${right.short ?? withSmallInitial(right.name)} against its total.${first}`
    default:
      return `${left.name} against ${withSmallInitial(right.name)}.${first}`
  }
}

function pairRow(pair: ComparedPair, index: number, names: ReportCells): ReportRow {
  const { check, asset_id, network_id, component, left, right, difference, verdict, before } = pair
  return {
    id: String(index),
    cells: {
      ...{ check, asset_id, network_id, component, difference, ...names },
      verdict: verdictLabels[verdict],
      ...{ left: left.value, right: right.value, left_from: left.name, right_from: right.name },
      left_before: before?.left.value ?? null,
      right_before: before?.right.value ?? null,
    },
    href: pair.href,
    tone: severityOf(pair),
    ...(pair.why !== undefined && { remark: pair.why }),
  }
}

function problemsTable(problems: readonly RecordProblem[]): ReportTable {
  return {
    name: 'problems',
    title: 'Problems in the records',
    levels: ['problem'],
    columns: [
      { name: 'problem', label: 'Problem', kind: 'sentence' },
      ...fileColumns('text', 'check', 'component'),
      ...assetIdColumns,
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
