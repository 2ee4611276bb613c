/** A reconciliation as a file to keep: everything that was compared, with both readings' figures and their times. */
import { endpointPath, type Filter } from '../../contract/endpoints.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import { feeAssetAssumption } from '../../contract/fee-asset.ts'
import type { Report } from '../export/index.ts'
import type { Problem } from './problems.ts'
import {
  type Finding,
  isInformation,
  latestOf,
  type Reconciliation,
  type Standing,
  sentenceOf,
  standingOf,
} from './reconcile.ts'
import { type AgainstTransactions, movementsAgree, movementsSentence } from './reconcile-movements.ts'
import { placeName, problemInWords } from './words.ts'

/** What a report is about. */
export interface Reported {
  readonly result: Reconciliation
  readonly against: AgainstTransactions
  /** Address of the service, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
  readonly filter: Filter<'balances'>
}

/** When the last list was read to its end. */
export function asOf({ result: { readings }, against }: Pick<Reported, 'result' | 'against'>): string {
  return against.state === 'compared' ? against.ended : (readings.at(-1) ?? readings[0]).ended
}

/** What all of it came to, in one sentence without its full stop: the worst first. */
export function headlineOf({ result, against }: Pick<Reported, 'result' | 'against'>): string {
  const [books, transactions] = [sentenceOf(result), movementsSentence(against)]
  if (standingOf(result) !== 'agrees' || movementsAgree(against)) return `${books}. ${transactions}`
  return `${transactions}. ${books}`
}

/** How all of it stands: the worst of what is true. */
export function standingOfAll({ result, against }: Pick<Reported, 'result' | 'against'>): Standing {
  const standing = standingOf(result)
  if (standing !== 'agrees' || movementsAgree(against)) return standing
  return against.state === 'compared' && against.differ > 0 ? 'differs' : 'uncertain'
}

/** The report as a file has it: one row for each comparison, what is the same for all of them in each row; and all of it as JSON. */
export function reportOf(reported: Reported, link: string): Report {
  const { result, against, service, account, filter } = reported
  const movements = against.state === 'compared' ? against : null
  const [first, second] = result.readings
  const common = [
    first.begun,
    first.ended,
    second?.begun ?? null,
    second?.ended ?? null,
    service,
    account,
    filter.asset_id ?? null,
    filter.network_id ?? null,
  ]
  return {
    list: 'reconciliation',
    endpoints: [
      endpointPath('balances'),
      ...balanceTypes.flatMap((type) => (type === 'all' ? [] : [endpointPath('balancesOfType', type)])),
      endpointPath('vaults'),
      endpointPath('transactions'),
    ],
    parameters: { ...filter },
    link,
    service,
    account,
    begun: first.begun,
    ended: asOf(reported),
    read: sumOf([
      ...result.readings.flatMap(({ lists }) => Object.values(lists)),
      ...(movements ? [movements] : []),
    ]),
    // Books that cannot be proved whole are not compared at all; transactions are, and it is said.
    doubts: movements ? movements.doubts : [`${movementsSentence(against)}.`],
    columns: header,
    rows: [...result.problems.map(problemCells), ...allFindings(reported).map(cellsOf)].map((cells) => [
      ...cells,
      ...common,
    ]),
    countedBy: ['check', 'verdict'],
    json: asJson(reported),
  }
}

function sumOf(lists: readonly { readonly rows: number; readonly pages: number }[]) {
  return {
    records: lists.reduce((sum, { rows }) => sum + rows, 0),
    pages: lists.reduce((sum, { pages }) => sum + pages, 0),
  }
}

const header = [
  'check',
  'for_information',
  'asset_id',
  'network_id',
  'component',
  'verdict',
  'difference',
  'left_from',
  'left_first_reading',
  'left_second_reading',
  'right_from',
  'right_first_reading',
  'right_second_reading',
  'first_reading_begun',
  'first_reading_ended',
  'second_reading_begun',
  'second_reading_ended',
  'service',
  'account',
  'filter_asset_id',
  'filter_network_id',
]

function cellsOf(finding: Finding): readonly (string | null)[] {
  const { check, asset_id, network_id, component, difference, left, right } = latestOf(finding)
  const at = (reading: number) => finding.readings.find((each) => each.reading === reading)?.comparison
  return [
    check,
    isInformation(finding) ? 'yes' : 'no',
    asset_id,
    network_id,
    component,
    finding.verdict,
    difference,
    placeName(left.place),
    at(0)?.left.value ?? null,
    at(1)?.left.value ?? null,
    placeName(right.place),
    at(0)?.right.value ?? null,
    at(1)?.right.value ?? null,
  ]
}

/** A problem is a row with one figure and without a comparison. */
function problemCells(problem: Problem): readonly (string | null)[] {
  const held = 'asset_id' in problem ? problem : null
  const value = 'value' in problem ? problem.value : null
  return [
    problem.kind,
    'no',
    held?.asset_id ?? null,
    held?.network_id ?? null,
    'component' in problem ? problem.component : null,
    'problem',
    null,
    placeName(problem.place),
    value,
    ...Array.from({ length: 4 }, () => null),
  ]
}

/** The same, with the time of each list and the verdict of each reading. */
function asJson(reported: Reported) {
  const { result, against, service, account, filter } = reported
  return {
    format: 'custody-console/reconciliation',
    version: 1,
    sentence: headlineOf(reported),
    as_of: asOf(reported),
    service,
    account,
    filter,
    counts: result.counts,
    problems: result.problems.map((problem) => ({
      problem: problem.kind,
      from: placeName(problem.place),
      in_words: problemInWords(problem),
      ...problem,
    })),
    readings: result.readings,
    against_transactions: inBrief(against),
    findings: allFindings(reported).map((finding) => ({
      verdict: finding.verdict,
      for_information: isInformation(finding),
      ...identityOf(finding),
      readings: finding.readings.map(({ reading, comparison: { left, right, difference, verdict } }) => ({
        reading: reading + 1,
        left: { from: placeName(left.place), place: left.place, value: left.value },
        right: { from: placeName(right.place), place: right.place, value: right.value },
        difference,
        verdict,
      })),
    })),
  }
}

/** Of books and of transactions. */
function allFindings({ result, against }: Reported): readonly Finding[] {
  return against.state === 'compared' ? [...result.findings, ...against.findings] : result.findings
}

function inBrief(against: AgainstTransactions) {
  const sentence = movementsSentence(against)
  if (against.state !== 'compared') return { state: against.state, sentence }
  const { findings: _, withoutFees, ...counts } = against
  return { ...counts, sentence, networks_without_fee_asset: withoutFees, assumption: feeAssetAssumption }
}

function identityOf(finding: Finding) {
  const { check, asset_id, network_id, component } = latestOf(finding)
  return { check, asset_id, network_id, component }
}
