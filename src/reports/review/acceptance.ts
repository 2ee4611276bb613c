/** Which findings are accepted, and which were accepted and have changed since. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { groupedDecimal } from '../../contract/count-text.ts'
import { type ReportRow, withParts } from '../../contract/report.ts'
import { type FindingColumn, findingColumnNames, findingColumns } from './finding-columns.ts'
import type { FindingKind, FindingRow, ReviewFinding } from './findings.ts'

export interface JudgedFinding {
  readonly finding: ReviewFinding
  readonly id: string
  readonly subject: string
  readonly acceptance: AcceptedFinding | null
  /** How an open finding was accepted before it changed. */
  readonly earlier: AcceptedFinding | null
}

export function judgedFindings(
  findings: readonly ReviewFinding[],
  accepted: readonly AcceptedFinding[],
): readonly JudgedFinding[] {
  const times = new Map<string, number>()
  const named = findings.map((finding) => {
    const digest = digestOf(factsOfDigest(finding))
    const time = (times.get(digest) ?? 0) + 1
    times.set(digest, time)
    // Identical entries are findings of their own.
    const id = time === 1 ? digest : `${digest}.${time}`
    return { finding, id, subject: digestOf([finding.kind, finding.subject]) }
  })
  const ids = new Set(named.map(({ id }) => id))
  const acceptances = new Map(accepted.map((one) => [one.finding, one]))
  const earlier = new Map(accepted.flatMap((one) => (ids.has(one.finding) ? [] : [[one.subject, one]])))
  return named.map((one) => {
    const acceptance = acceptances.get(one.id) ?? null
    return { ...one, acceptance, earlier: acceptance === null ? (earlier.get(one.subject) ?? null) : null }
  })
}

/** Another payment changes a finding only if the finding is about payments. */
function factsOfDigest({ kind, severity, rows }: ReviewFinding): unknown {
  const unused = unusedIn(kind)
  const factsOf = ({ cells, parts = [] }: FindingRow): unknown => [
    findingColumnNames.flatMap((name) => (unused.has(name) ? [] : [cells[name] ?? null])),
    parts.map(factsOf),
  ]
  return [kind, severity, rows.map(factsOf)]
}

function digestOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value)))).slice(0, 32)
}

function unusedIn(kind: string | null | undefined): ReadonlySet<FindingColumn> {
  return ofPayments.some((one) => one === kind) ? undatedColumns : unusedColumns
}

const ofPayments: readonly FindingKind[] = ['unlisted-withdrawal', 'other-memo']
/** Days may not be found yet, and the first few transactions depend on the service's order. */
const undatedColumns: ReadonlySet<FindingColumn> = new Set([
  'recorded_on',
  'transaction_id',
  'transaction_ids',
])
const unusedColumns: ReadonlySet<FindingColumn> = new Set([...undatedColumns, 'transactions', 'because'])

export function acceptanceOf(row: ReportRow): Pick<AcceptedFinding, 'finding' | 'subject' | 'facts'> {
  return { finding: row.id, subject: row.cells.subject ?? undefined, facts: factsOfRow(row) }
}

function factsOfRow({ cells, parts = [] }: ReportRow): NonNullable<AcceptedFinding['facts']> {
  const unused = unusedIn(cells.kind)
  const rows = withParts(parts)
  const facts = findingColumnNames.flatMap((name): readonly (readonly [string, string])[] => {
    const values = new Set(rows.flatMap(({ cells }) => cells[name] || []))
    if (unused.has(name) || name === 'because' || values.size === 0) return []
    return [[name, [...values].join(', ').slice(0, mostOfFact)]]
  })
  return Object.fromEntries([['severity', cells.severity ?? ''], ...facts])
}

/** Limits what a hostile service can have stored. */
const mostOfFact = 500

/** "Severity: High, now Critical. Amount sent: 1, now 3." */
export function changesSince({ facts = {} }: AcceptedFinding, row: ReportRow): string {
  const now = factsOfRow(row)
  const columns = [
    { name: 'severity', label: 'Severity', kind: 'verdict' },
    ...findingColumnNames.map((name) => ({ name, ...findingColumns[name] })),
  ]
  const changes = columns.flatMap(({ name, label, kind }) => {
    const [was, is] = [facts[name], now[name]].map((text = 'none') =>
      kind === 'amount' || kind === 'count' ? groupedDecimal(text) : text,
    )
    return was === is ? [] : [`${label}: ${was}, now ${is}.`]
  })
  return changes.join(' ')
}
