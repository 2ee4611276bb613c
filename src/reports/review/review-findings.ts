/** The findings about whitelists and payments, of sums that the database makes. */
import { knownAddresses } from '../../addresses/known-addresses.ts'
import { needsMemo } from '../../addresses/memo.ts'
import type { Validity } from '../../chains/chain.ts'
import { counted, sentences } from '../../contract/count-text.ts'
import type { Whitelist } from '../../contract/normal-records.ts'
import type { DestinationQueries } from '../../store/moment.ts'
import type { UseQuestion } from '../../store/queries/destination-uses.ts'
import { type FindingRow, findingKinds, type ReviewFinding, severities } from './findings.ts'
import { unlistedFinding, untrustedAddresses } from './unlisted-withdrawals.ts'
import type { IdsOf } from './uses.ts'
import { whitelistFindings } from './whitelist-findings.ts'
import { WhitelistedAddresses } from './whitelisted-addresses.ts'

export interface Reviewed {
  /** In the order of the report. */
  readonly findings: readonly ReviewFinding[]
  readonly whitelists: number
  readonly entries: number
  readonly remarks: readonly string[]
}

export async function reviewFindings(
  whitelists: readonly Whitelist[],
  destinations: DestinationQueries,
): Promise<Reviewed> {
  const listed = new WhitelistedAddresses()
  for (const whitelist of whitelists) listed.add(whitelist)
  const uses = await destinations.uses(listed.areAnywhere)
  const unlisted = uses.filter((use) => !listed.use(use) && use.kind === 'withdrawal')
  const addresses = listed.addresses()
  const memos = addresses.flatMap(({ askedMemos }) => askedMemos)
  for (const faulty of await destinations.faulty(memos.map(({ check }) => check)))
    memos[faulty.check]?.tell(faulty)
  const own = await destinations.vaultAddresses()
  const untrusted = untrustedAddresses(unlisted, knownAddresses(whitelists, own))
  const owners = await destinations.owners(untrusted.map(({ key }) => key))
  const findings = await detailedFindings(destinations, [
    ...untrusted.map((one) => unlistedFinding(one, owners.get(one.key) ?? [], (id) => listed.has(id))),
    ...whitelistFindings(addresses, knownAddresses([], own)),
  ])
  const entries = addresses.flatMap((address) => address.entries)
  const { rows, withoutAddress, unclear } = await destinations.compared()
  return {
    findings: inOrder(findings),
    whitelists: listed.whitelists,
    entries: entries.length,
    remarks: [
      `${counted(rows, 'transaction')} compared with ${counted(entries.length, 'address', 'addresses')} of ${counted(listed.whitelists, 'whitelist')}.`,
      ...unchecked({
        checksum: entries.filter(({ validity }) => !isChecked(validity)).length,
        memo: entries.filter(({ network_id, asset_id }) => needsMemo(network_id, asset_id) === null).length,
        withoutAddress: listed.withoutAddress,
        destinations: withoutAddress,
        transactions: unclear,
      }),
    ],
  }
}

/** The database is asked for transactions of what is in findings, and of nothing else. */
async function detailedFindings(
  destinations: DestinationQueries,
  findings: readonly ReviewFinding[],
): Promise<readonly ReviewFinding[]> {
  const questions = [...new Set(findings.flatMap(({ rows }) => rows.flatMap(questionsOf)))]
  const answers = await destinations.ids(questions)
  const byQuestion = new Map(
    questions.flatMap((question, index) => (answers[index] ? [[question, answers[index]]] : [])),
  )
  const idsOf: IdsOf = (question) => {
    const ids = byQuestion.get(question)
    if (ids === undefined) throw new Error('The database was not asked for these transactions.')
    return ids
  }
  return findings.map((finding) => ({
    ...finding,
    rows: finding.rows.map((row) => detailedRow(row, idsOf)),
  }))
}

function questionsOf({ uses, withdrawals, parts = [] }: FindingRow): readonly UseQuestion[] {
  return [...(uses?.questions ?? []), ...(withdrawals?.questions ?? []), ...parts.flatMap(questionsOf)]
}

function detailedRow({ cells, uses, withdrawals, href = null, parts }: FindingRow, idsOf: IdsOf): FindingRow {
  return {
    cells: { ...cells, ...uses?.cells(idsOf), ...withdrawals?.cells(idsOf), ...withdrawals?.sums() },
    href,
    ...(parts && { parts: parts.map((part) => detailedRow(part, idsOf)) }),
  }
}

function isChecked(validity: Validity): boolean {
  return validity.kind === 'failed' || (validity.kind === 'valid' && validity.checksum)
}

function inOrder(findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const textOf = ({ rows: [row] }: ReviewFinding) =>
    JSON.stringify([row?.cells.whitelist_name, row?.cells.asset_id, row?.cells.address])
  return findings
    .map((finding) => ({ finding, text: textOf(finding) }))
    .sort(
      ({ finding: one, text }, { finding: other, text: otherText }) =>
        findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind) ||
        severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
        other.transactions - one.transactions ||
        (text < otherText ? -1 : 1),
    )
    .map(({ finding }) => finding)
}

function unchecked({
  checksum,
  memo,
  withoutAddress,
  destinations,
  transactions,
}: Readonly<
  Record<'checksum' | 'memo' | 'withoutAddress' | 'destinations' | 'transactions', number>
>): readonly string[] {
  return sentences(
    checksum > 0 &&
      `Not checked: the checksum of ${counted(checksum, 'entry', 'entries')}. ${checksum === 1 ? 'It has' : 'They have'} none as written, or the format is unknown.`,
    memo > 0 &&
      `Not checked: whether ${counted(memo, 'entry needs', 'entries need')} a memo. The console does not know whether the network uses memos.`,
    withoutAddress > 0 && `Not checked: ${counted(withoutAddress, 'entry', 'entries')} without an address.`,
    destinations > 0 &&
      `Not checked: ${counted(destinations, 'completed withdrawal')} without a destination address.`,
    transactions > 0 &&
      `Not checked: ${counted(transactions, 'transaction')} whose type or status is missing or unknown, and which may be ${transactions === 1 ? 'a completed withdrawal' : 'completed withdrawals'}.`,
  )
}
