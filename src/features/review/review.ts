/** A review of the whitelists: what is wrong with their entries, and what went to addresses on none of them. */

import { type KnownAddresses, knownAddresses } from '../../addresses/known.ts'
import { typoInWords } from '../../addresses/party.ts'
import { plainAddress } from '../../addresses/validity.ts'
import type { Books } from '../../books/books.ts'
import { innerMap } from '../../books/grouped.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { type Chain, canonicalAddress, chainOf } from '../../chains/index.ts'
import {
  type Counting,
  countTransactions,
  findingKinds,
  type NamedDestination,
  type Review,
  type ReviewFinding,
  severities,
} from './findings.ts'
import { Listed } from './listed.ts'
import { findingOf, listedFindings } from './listed-findings.ts'

/** Reviews the whitelists of these books. Takes memory by the number of addresses, not of transactions. */
export function reviewWhitelists({
  whitelists: { records: whitelists },
  transactions: { table },
}: Pick<Books, 'whitelists' | 'transactions'>): Review {
  const listed = new Listed()
  for (const whitelist of whitelists) listed.add(whitelist)
  const unlisted = createUnlisted()
  const counts = { withdrawals: 0, unclear: 0 }
  eachRow(table, (transaction) => {
    unlisted.learn(transaction)
    const { destination_address: address } = transaction.destination
    const isWithdrawal = isCompletedWithdrawal(transaction)
    if (address === null || address.trim() === '') {
      if (isWithdrawal) counts.withdrawals += 1
    } else if (!listed.use(transaction, address, isWithdrawal === true)) {
      if (isWithdrawal) unlisted.add(transaction, address)
      else if (isWithdrawal === null) counts.unclear += 1
    }
  })
  const { findings, unchecked } = listedFindings(listed.addresses(), unlisted.own())
  const known = knownAddresses(whitelists, unlisted.telling)
  return {
    findings: inOrder([...unlisted.findings(known, (id) => listed.has(id)), ...findings]),
    whitelists: listed.whitelists,
    addresses: listed.entries,
    transactions: table.rows,
    notChecked: {
      without_address: listed.withoutAddress,
      ...unchecked,
      withdrawals_without_address: counts.withdrawals,
      unclear_transactions: counts.unclear,
    },
  }
}

/** Null where a missing type or status leaves it open. */
function isCompletedWithdrawal({ transaction_type, status }: BookedTransaction): boolean | null {
  const certainlyNot =
    (transaction_type !== null && transaction_type !== 'withdraw') ||
    (status !== null && status !== 'completed')
  if (certainlyNot) return false
  return transaction_type === null || status === null ? null : true
}

function inOrder(findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const keyed = findings.map((finding) => ({ finding, key: sortKey(finding) }))
  return keyed
    .sort(
      ({ key: one }, { key: other }) =>
        one.kind - other.kind ||
        one.severity - other.severity ||
        other.transactions - one.transactions ||
        (one.text < other.text ? -1 : one.text > other.text ? 1 : 0),
    )
    .map(({ finding }) => finding)
}

function sortKey({ kind, severity, subjects: [subject] }: ReviewFinding) {
  const [entry] = subject.entries
  const { transactions } = subject.uses
  return {
    kind: findingKinds.indexOf(kind),
    severity: severities.indexOf(severity),
    // What was never used at all comes before what is used under another name.
    transactions: kind === 'never-used' ? -transactions : transactions,
    text: JSON.stringify([entry?.whitelist_name ?? '', entry?.asset_id ?? '', subject.address]),
  }
}

/** Completed withdrawals to addresses that are on no whitelist and are none of the organization's own. */
function createUnlisted() {
  const destinations = new Map<string, Destination>()
  const told = new Map<string | null, Map<string, true>>()
  // One transaction for each own address and spelling: from these alone it is known which they are.
  const telling: BookedTransaction[] = []
  return {
    telling,
    /** Notes which addresses a transaction tells to be the organization's own. */
    learn(transaction: BookedTransaction) {
      const ofNetwork = innerMap(told, transaction.network_id)
      const before = ofNetwork.size
      for (const address of ownAddresses(transaction)) ofNetwork.set(address, true)
      if (ofNetwork.size > before) telling.push(transaction)
    },
    /** Takes in a completed withdrawal whose destination is on no whitelist. */
    add(transaction: BookedTransaction, address: string) {
      const chain = chainOf(transaction.network_id)
      const plain = plainAddress(address, transaction.network_id)
      const key = JSON.stringify([chain.name, canonicalAddress(plain, chain)])
      const found = destinations.get(key) ?? {
        address,
        chain,
        network_id: transaction.network_id,
        spellings: new Set<string>(),
        uses: countTransactions(),
        named: new Map<string, Omit<NamedDestination, 'is_listed'>>(),
      }
      destinations.set(key, found)
      found.uses.add(transaction)
      if (found.spellings.size < mostOfEach) found.spellings.add(address)
      const { destination_type: type, destination_id: id, destination_name: name } = transaction.destination
      if (found.named.size < mostOfEach) found.named.set(JSON.stringify([type, id, name]), { type, id, name })
    },
    own: (): KnownAddresses => knownAddresses([], telling),
    findings: (known: KnownAddresses, isListed: (id: string) => boolean) =>
      [...destinations.values()].flatMap((destination) => findingAbout(destination, known, isListed) ?? []),
  }
}

interface Destination {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  readonly spellings: Set<string>
  readonly uses: Counting
  readonly named: Map<string, Omit<NamedDestination, 'is_listed'>>
}

const mostOfEach = 4

function findingAbout(
  { address, chain, network_id, spellings, uses, named }: Destination,
  known: KnownAddresses,
  isListed: (id: string) => boolean,
): ReviewFinding | null {
  const { names, lookAlikes } = known.lookup(address, network_id)
  if (names.length > 0) return null
  const [found] = lookAlikes.filter(({ likeness }) => likeness !== 'one-end')
  const namedAs = [...named.values()].map((one) => ({
    ...one,
    is_listed: one.id !== null && isListed(one.id),
  }))
  const claim = namedAs.some((one) => one.is_listed)
    ? 'The transaction names a whitelist that does not have this address.'
    : namedAs.some(({ type }) => type === 'whitelist')
      ? 'The transaction names a whitelist that the service does not list.'
      : 'No whitelist has this address.'
  const likeness =
    found?.likeness === 'typo'
      ? `It is nearly a trusted address: ${typoInWords(found.typo)}. `
      : found
        ? 'It looks like a trusted address, but is different. '
        : ''
  const subject = { address, chain, network_id, spellings: [...spellings], entries: [], uses: uses.read() }
  const severity = found ? 'critical' : 'high'
  const resembles = found?.known ?? null
  return findingOf('unlisted-withdrawal', severity, likeness + claim, [subject], { resembles, namedAs })
}

/** What `knownAddresses` trusts of a transaction. */
function ownAddresses({ source, destination }: BookedTransaction): readonly string[] {
  const ends = [
    source.source_type === 'vault' ? source.source_address : null,
    destination.destination_type === 'vault' ? destination.destination_address : null,
  ]
  return ends.flatMap((address) => address || [])
}
