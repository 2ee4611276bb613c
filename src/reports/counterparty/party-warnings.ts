/** What is to be known before a party is paid again: what the check says of its addresses, findings of the review, and look-alikes. */
import { FormerLikenesses, knownAddresses } from '../../addresses/known-addresses.ts'
import { typoInWords } from '../../addresses/party.ts'
import { evidenceOf, type Verdict, verdictOf } from '../../addresses/verdict.ts'
import { countOf } from '../../contract/counterparty.ts'
import type { Whitelist } from '../../contract/normal-records.ts'
import { type Report, type ReportRow, type ReportTable, withParts } from '../../contract/report.ts'
import type { ResolvedParty } from '../../store/queries/party.ts'
import { counterpartyHref } from '../../url/hrefs.ts'
import type { ReportRecords } from '../report-records.ts'
import { directionColumn, directionTexts, type PartyAccountSums } from './party-figures.ts'

export type RowVerdict = Pick<Verdict, 'tone' | 'title' | 'sentence' | 'action'>

/** In the order of the accounts; null without an address. */
export async function verdictsOf(
  records: ReportRecords,
  party: ResolvedParty,
  accounts: readonly PartyAccountSums[],
): Promise<readonly (RowVerdict | null)[]> {
  const own = await records.moment.destinations.vaultAddresses()
  const known = knownAddresses(await records.whitelists(), own)
  const former = new FormerLikenesses(await records.moment.formerDestinations())
  const atLeast = records.doubts('transactions').length > 0
  return accounts.map(({ use }) => {
    const { address, network_id: networkId, asset_id: assetId, memo, sent, received } = use
    if (address === null) return null
    // For an address, use the memo of the question, as for a pasted address.
    const asked = party.kind === 'address' ? party.memo : memo
    const evidence = evidenceOf({ address, networkId, assetId, memo: asked }, known, former)
    const completed = { sent: countOf(sent, 'completed'), received: countOf(received, 'completed') }
    return verdictOf(evidence, {
      ...{ whitelists: 'read', vaults: 'read', former: 'read' },
      transactions: {
        ...{ ...completed, atLeast },
        notCompleted: {
          sent: countOf(sent) - completed.sent,
          received: countOf(received) - completed.received,
        },
        unknown: countOf(sent, 'unknown') + countOf(received, 'unknown'),
      },
    })
  })
}

/** The open findings of the whitelist review that name the party or one of its addresses. */
export function findingsTable(
  review: Report,
  party: ResolvedParty,
  accounts: readonly PartyAccountSums[],
): ReportTable {
  const addresses = new Set(accounts.flatMap(({ use }) => use.address ?? []))
  const isConcerned = ({ cells }: ReportRow) =>
    [cells.whitelist_id, cells.resembles_id].includes(party.id) ||
    addresses.has(cells.address ?? '') ||
    addresses.has(cells.resembles ?? '')
  const rows = review.tables
    .filter(({ name }) => name !== 'accepted')
    .flatMap((table) => table.rows.filter((row) => withParts([row]).some(isConcerned)))
  const shown = ['severity', 'what', 'whitelist_name', 'address', 'asset_id', 'recorded_on']
  const columns = new Map(
    review.tables.flatMap((table) => table.columns.map((column) => [column.name, column] as const)),
  )
  return {
    name: 'findings',
    title: 'Open findings',
    empty: 'No open finding of the whitelist review concerns it.',
    rowsAreLinks: true,
    columns: shown.flatMap((name) => columns.get(name) ?? []),
    rows: rows.map(({ id, href = null, tone, cells }) => ({ id, href, cells, ...(tone && { tone }) })),
  }
}

/** Addresses that were paid, or that sent something, and that look like one of the party's. */
export async function lookAlikesTable(
  records: ReportRecords,
  accounts: readonly PartyAccountSums[],
): Promise<ReportTable> {
  const trusted = accounts.filter(({ use: { isListed, address } }) => isListed && address !== null)
  const compared = (trusted.length > 0 ? trusted : accounts).slice(0, mostCompared)
  const addresses = compared.flatMap(({ use }) => use.address ?? [])
  const keys = compared.flatMap((account) => account.keys)
  const own = knownAddresses([listOf(compared)], [])
  const alike = (await records.moment.alike([...new Set(addresses)], [...new Set(keys)])).flatMap((seen) => {
    const [nearest] = own.lookup(seen.address, seen.network_id).lookAlikes
    return nearest && nearest.likeness !== 'one-end' ? [{ seen, nearest }] : []
  })
  return {
    name: 'look-alikes',
    title: 'Look-alikes seen',
    empty: 'No transaction shows an address that looks like one of these.',
    rowsAreLinks: true,
    columns: [
      { name: 'address', label: 'Address', kind: 'short-address' },
      { name: 'network_id', label: 'Network', kind: 'network' },
      { name: 'resembles', label: 'Looks like', kind: 'short-address' },
      { name: 'likeness', label: 'How', kind: 'text' },
      directionColumn,
      { name: 'count', label: 'Transactions', kind: 'count' },
    ],
    rows: alike.map(({ seen, nearest }, index) => ({
      id: String(index),
      tone: 'bad',
      href: counterpartyHref({ id: seen.address }),
      cells: {
        ...{ address: seen.address, network_id: seen.network_id, resembles: nearest.known.address },
        likeness: nearest.likeness === 'typo' ? typoInWords(nearest.typo) : 'Begins and ends the same',
        direction: directionTexts[seen.direction],
        count: String(seen.count),
      },
    })),
  }
}

const mostCompared = 200

function listOf(accounts: readonly PartyAccountSums[]): Whitelist {
  return {
    ...{ whitelist_id: null, whitelist_name: null, whitelist_type: null, others: [] },
    assets: accounts.map(({ use: { address, asset_id, network_id, memo } }) => ({
      ...{ address, asset_id, asset_name: null, network_id, network_name: null, memo, others: [] },
    })),
  }
}
