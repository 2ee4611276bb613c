/** A reconciliation as a file to keep: everything that was compared, with both readings' figures and their times. */
import { endpointPath, type Filter } from '../contract/endpoints.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import type { Report } from '../export/report-file.ts'
import type { Problem } from './problems.ts'
import { type Finding, isInformation, latestOf, type Reconciliation, sentenceOf } from './reconcile.ts'
import { placeName, problemInWords } from './words.ts'

/** What a report is about. */
export interface Reported {
  readonly result: Reconciliation
  /** Address of the service, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
  readonly filter: Filter<'balances'>
}

/** When the last list was read to its end. */
export function asOf({ readings }: Reconciliation): string {
  return (readings.at(-1) ?? readings[0]).ended
}

/** The report as a file has it: one row for each comparison, what is the same for all of them in each row; and all of it as JSON. */
export function reportOf(reported: Reported, link: string): Report {
  const { result, service, account, filter } = reported
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
    ],
    parameters: { ...filter },
    link,
    service,
    account,
    begun: first.begun,
    ended: asOf(result),
    read: sumOf(result.readings.flatMap(({ lists }) => Object.values(lists))),
    // A list that cannot be proved whole is not compared at all.
    doubts: [],
    columns: header,
    rows: [...result.problems.map(problemCells), ...result.findings.map(cellsOf)].map((cells) => [
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
function asJson({ result, service, account, filter }: Reported) {
  return {
    format: 'custody-console/reconciliation',
    version: 1,
    sentence: sentenceOf(result),
    as_of: asOf(result),
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
    findings: result.findings.map((finding) => ({
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

function identityOf(finding: Finding) {
  const { check, asset_id, network_id, component } = latestOf(finding)
  return { check, asset_id, network_id, component }
}
