/** A reconciliation as a report: a line for each check, then the differences, then what is wrong with records by themselves. */
import { counted, countText } from '../../contract/count-text.ts'
import { compare, type Decimal, multiply, readDecimal, zero } from '../../contract/decimal.ts'
import { endpointPath, type Filter } from '../../contract/endpoints.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import { amountLabels } from '../../records/labels.ts'
import { reconciliationView } from '../../url/lists.ts'
import {
  type Basis,
  basisOf,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
} from '../report/index.ts'
import {
  assetName,
  type CheckName,
  checkNames,
  type FigureComponent,
  type FigurePair,
  lowered,
  type PairVerdict,
  type RecordProblem,
} from './compare.ts'
import {
  headlineOf,
  isInformation,
  type PairFinding,
  type Reconcilable,
  type Reconciliation,
  reconcile,
  standingOf,
} from './reconcile.ts'

/** The reconciliation of what is asked for: of one asset, on one network, or of everything. */
export function reconciliationReport(source: Reconcilable, asked: Filter<'balances'> = {}): Report {
  const result = reconcile(source, asked)
  const { findings, problems } = result
  const differing = findings.filter(({ verdict }) => verdict !== 'agrees')
  const tones = { agrees: 'good', differs: 'bad', uncertain: 'warning' } as const
  return {
    name: 'reconciliation',
    title: 'Reconciliation',
    headline: { text: `${headlineOf(result)}.`, tone: tones[standingOf(result)] },
    tables: [
      checksTable(result, source),
      ...(differing.length > 0 ? [differencesTable(differing)] : []),
      ...(problems.length > 0 ? [problemsTable(problems)] : []),
    ],
    remarks: [
      'Two figures differ only where two readings gave the same figures. What changed between them is said to have changed.',
      'No specification promises that a total is the sum of its parts: that check is for information.',
      ...(source.transactions
        ? [
            'Transactions are compared with available, processing and staking together. Rewards to claim grow without a transaction.',
          ]
        : []),
    ],
    basis: basisFor(source),
    parameters: { ...asked },
    link: reconciliationView.href('/reconciliation', asked),
  }
}

function basisFor(source: Reconcilable): Basis {
  if (source.transactions) return basisOf(source, ['vaults', 'balances', 'transactions'])
  const lists = source.holdings.flatMap(({ balances, vaults }) => [...Object.values(balances), vaults])
  const times = lists.flatMap(({ begun, ended }) => [begun, ended]).sort()
  return {
    service: source.service,
    account: source.account,
    endpoints: [
      endpointPath('vaults'),
      ...balanceTypes.map((type) =>
        type === 'all' ? endpointPath('balances') : endpointPath('balancesOfType', type),
      ),
    ],
    begun: times[0] ?? '',
    ended: times.at(-1) ?? '',
    read: {
      records: lists.reduce((sum, { rows }) => sum + rows, 0),
      pages: lists.reduce((sum, { pages }) => sum + pages, 0),
    },
    doubts: [],
  }
}

const inFilesOnly: readonly ReportColumn[] = [
  { name: 'check', label: 'Check', kind: 'text', inFile: 'only' },
  { name: 'component', label: 'Component', kind: 'text', inFile: 'only' },
  { name: 'left_from', label: 'Added up from', kind: 'text', inFile: 'only' },
  { name: 'right_from', label: 'Reported by', kind: 'text', inFile: 'only' },
  { name: 'left_before', label: 'Added up in the first reading', kind: 'text', inFile: 'only' },
  { name: 'right_before', label: 'Reported in the first reading', kind: 'text', inFile: 'only' },
]

function checksTable({ findings, problems, proofs }: Reconciliation, source: Reconcilable): ReportTable {
  const { balances, vaults } = source.holdings.at(-1) ?? {}
  const lists = [...Object.values(balances ?? {}).map(({ records }) => records)]
  const records = [...lists.flat(), ...(vaults?.records.flatMap(({ assets }) => assets) ?? [])].length
  return {
    name: 'checks',
    title: 'Checks',
    levels: ['check', 'comparison'],
    columns: [
      { name: 'name', label: 'Check', kind: 'text', inFile: 'never' },
      { name: 'asset_id', label: 'Asset', kind: 'asset', inFile: 'only' },
      { name: 'network_id', label: 'Network', kind: 'network', inFile: 'only' },
      ...inFilesOnly,
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'worst', label: 'Worst difference', kind: 'text' },
      { name: 'compared', label: 'Compared', kind: 'count' },
      { name: 'left', label: 'Figure', kind: 'amount', hint: 'Added up, and reported as the same' },
      { name: 'right', label: 'Reported', kind: 'amount', inFile: 'only' },
    ],
    rows: [
      ...checkNames
        .filter((check) => check !== 'transactions-and-holding' || proofs !== null)
        .map((check) =>
          checkRow(
            check,
            findings.filter(({ pair }) => pair.check === check),
          ),
        ),
      {
        id: 'records',
        cells: {
          name: 'Records by themselves',
          check: 'records',
          compared: String(records),
          worst: '',
          verdict: problems.length === 0 ? 'No problem' : counted(problems.length, 'problem'),
        },
        tone: problems.length === 0 ? 'good' : 'bad',
      },
    ],
    empty: '',
  }
}

function checkRow(check: CheckName, findings: readonly PairFinding[]): ReportRow {
  const agreeing = findings.filter(({ verdict }) => verdict === 'agrees')
  const worst = worstOf(findings.filter(({ verdict }) => verdict === 'differs'))
  const tones = findings.map(toneOf)
  return {
    id: check,
    cells: {
      name: checkLabels[check],
      check,
      compared: String(findings.length),
      worst: worst ? `${worst.difference} ${assetName(worst)}` : '',
      verdict: verdictOfAll(findings),
    },
    tone: (['bad', 'warning', 'neutral'] as const).find((tone) => tones.includes(tone)) ?? 'good',
    parts: agreeing.map(({ pair, before }, index) => ({
      id: String(index),
      cells: {
        ...cellsOf(pair, before),
        name: `${assetName(pair)}, ${componentLabel(pair.component).toLowerCase()}: ${pair.right.place.short ?? pair.right.place.name}`,
        verdict: verdictLabels.agrees,
      },
      href: pair.right.place.href?.(pair) ?? null,
      tone: 'good',
    })),
  }
}

/** "2 differ, 1 changed while being read", or that all agree. */
function verdictOfAll(findings: readonly PairFinding[]): string {
  if (findings.length === 0) return 'Nothing to compare'
  const said = (Object.keys(verdictLabels) as PairVerdict[]).flatMap((verdict) => {
    const count = findings.filter((each) => each.verdict === verdict).length
    return verdict === 'agrees' || count === 0 ? [] : [countedVerdicts[verdict](count)]
  })
  return said.length === 0 ? 'All agree' : said.join(', ')
}

/** The one that is the greatest part of what was reported: amounts of different assets compare in no other way. */
function worstOf(findings: readonly PairFinding[]): FigurePair | null {
  return findings.reduce<FigurePair | null>((worst, { pair }) => {
    return worst === null || isGreaterPart(pair, worst) ? pair : worst
  }, null)
}

function isGreaterPart(one: FigurePair, other: FigurePair): boolean {
  const size = (text: string | null): Decimal => {
    const { digits, scale } = readDecimal(text) ?? zero
    return { digits: digits < 0n ? -digits : digits, scale }
  }
  const part = multiply(size(one.difference), size(other.right.value))
  return compare(part, multiply(size(other.difference), size(one.right.value))) > 0
}

function differencesTable(findings: readonly PairFinding[]): ReportTable {
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
    rows: findings.map((finding, index) => {
      const { pair, before, verdict } = finding
      const first = before && verdict === 'changed' ? ` First reading: ${figuresOf(before)}.` : ''
      return {
        id: String(index),
        cells: {
          ...cellsOf(pair, before),
          component_label: componentLabel(pair.component),
          check_label: checkLabels[pair.check],
          verdict: verdictLabels[verdict],
          what: `${pair.left.place.name} against ${lowered(pair.right.place.name)}.${first}`,
        },
        href: pair.right.place.href?.(pair) ?? null,
        tone: toneOf(finding),
      }
    }),
    empty: '',
  }
}

function figuresOf({ left, right }: FigurePair): string {
  return `${left.value ?? 'not given'} against ${right.value ?? 'not given'}`
}

function cellsOf(pair: FigurePair, before: FigurePair | null) {
  const { check, asset_id, network_id, component, left, right, difference } = pair
  return {
    ...{ check, asset_id, network_id, component, difference },
    left: left.value,
    right: right.value,
    left_from: left.place.name,
    right_from: right.place.name,
    left_before: before?.left.value ?? null,
    right_before: before?.right.value ?? null,
  }
}

function toneOf({ verdict, pair }: PairFinding): ReportTone {
  if (verdict === 'agrees') return 'good'
  if (isInformation(pair)) return 'neutral'
  return verdict === 'changed' ? 'warning' : 'bad'
}

function problemsTable(problems: readonly RecordProblem[]): ReportTable {
  return {
    name: 'problems',
    title: 'Problems in the records',
    levels: ['problem'],
    columns: [
      { name: 'problem', label: 'Problem', kind: 'sentence' },
      { name: 'check', label: 'Check', kind: 'text', inFile: 'only' },
      { name: 'asset_id', label: 'Asset', kind: 'asset', inFile: 'only' },
      { name: 'network_id', label: 'Network', kind: 'network', inFile: 'only' },
      { name: 'component', label: 'Component', kind: 'text', inFile: 'only' },
      { name: 'right', label: 'Reported', kind: 'amount', inFile: 'only' },
    ],
    rows: problems.map(({ kind, sentence, asset_id, network_id, component, value }, index) => ({
      id: String(index),
      cells: {
        check: kind,
        problem: sentence,
        asset_id: asset_id ?? null,
        network_id: network_id ?? null,
        component: component ?? null,
        right: value ?? null,
      },
    })),
    empty: '',
  }
}

const checkLabels: Readonly<Record<CheckName, string>> = {
  'cold-and-warm': 'Cold and warm against all',
  'vaults-and-balance': 'Vaults against balances',
  'total-and-parts': 'Totals against their parts, for information',
  'transactions-and-holding': 'Holdings against transactions',
}

const verdictLabels: Readonly<Record<PairVerdict, string>> = {
  differs: 'Differs',
  'one-sided': 'On one side only',
  unreadable: 'Cannot be compared',
  changed: 'Changed while reading',
  agrees: 'Agrees',
}

const countedVerdicts: Readonly<Record<Exclude<PairVerdict, 'agrees'>, (count: number) => string>> = {
  differs: (count) => counted(count, 'differs', 'differ'),
  'one-sided': (count) => `${countText(count)} on one side only`,
  unreadable: (count) => `${countText(count)} cannot be compared`,
  changed: (count) => `${countText(count)} changed while being read`,
}

function componentLabel(component: FigureComponent): string {
  return component === 'without_claimable' ? 'Without claimable' : amountLabels[component].label
}
