/** Completed withdrawals to addresses that are on no whitelist and are none of the organization's own. */

import { plainAddress } from '../../addresses/forms.ts'
import { type KnownAddresses, knownAddresses } from '../../addresses/known.ts'
import { typoInWords } from '../../addresses/typo.ts'
import type { Transaction, Whitelist } from '../../api/records.ts'
import { type Chain, canonicalAddress, chainOf } from '../../chains/index.ts'
import type { Finding, NamedDestination } from './findings.ts'
import { type Counting, countTransactions } from './tally.ts'
import { reasons } from './words.ts'

/** Gathers them while transactions pass. Takes memory by the number of addresses. */
export interface Unlisted {
  /** Notes which addresses a transaction tells to be the organization's own. */
  learn(transaction: Transaction): void
  /** Takes in a completed withdrawal whose destination is on no whitelist. */
  add(transaction: Transaction, address: string): void
  /** The organization's own addresses, as far as transactions told them. */
  own(): KnownAddresses
  /** `is_listed`: whether a whitelist of that id was read. */
  findings(whitelists: readonly Whitelist[], is_listed: (id: string) => boolean): readonly Finding[]
}

/** Begins without any. */
export function createUnlisted(): Unlisted {
  const destinations = new Map<string, Destination>()
  const told = new Set<string>()
  // One transaction for each own address: from these alone it is known which they are.
  const telling: Transaction[] = []
  return {
    learn(transaction) {
      const news = ownAddresses(transaction).filter((key) => !told.has(key))
      if (news.length === 0) return
      for (const key of news) told.add(key)
      telling.push(transaction)
    },
    add(transaction, address) {
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
    own: () => knownAddresses([], telling),
    findings(whitelists, is_listed) {
      const known = knownAddresses(whitelists, telling)
      return [...destinations.values()].flatMap(
        (destination) => findingAbout(destination, known, is_listed) ?? [],
      )
    },
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
  is_listed: (id: string) => boolean,
): Finding | null {
  const { names, lookAlikes } = known.lookup(address, network_id)
  if (names.length > 0) return null
  const [found] = lookAlikes.filter(({ likeness }) => likeness !== 'one-end')
  const resembles = found?.known ?? null
  const namedAs = [...named.values()].map((one) => ({
    ...one,
    is_listed: one.id !== null && is_listed(one.id),
  }))
  const inTransactions = namedAs.some((one) => one.is_listed)
    ? 'other-addresses'
    : namedAs.some(({ type }) => type === 'whitelist')
      ? 'unlisted-whitelist'
      : null
  const likeness =
    found === undefined
      ? null
      : found.likeness === 'typo'
        ? reasons.nearlyTrusted(typoInWords(found.typo))
        : reasons.likeTrusted
  return {
    kind: 'unlisted-withdrawal',
    severity: resembles ? 'critical' : 'high',
    because: reasons.unlisted(inTransactions, likeness),
    subjects: [{ address, chain, network_id, spellings: [...spellings], entries: [], uses: uses.read() }],
    withMemo: [],
    resembles,
    namedAs,
    sentMemos: [],
  }
}

/** What `knownAddresses` trusts of a transaction, each as one text. */
function ownAddresses({ source, destination, network_id }: Transaction): readonly string[] {
  const chain = chainOf(network_id)
  const ends = [
    source.source_type === 'vault' ? source.source_address : null,
    destination.destination_type === 'vault' ? destination.destination_address : null,
  ]
  return ends.flatMap((address) =>
    address ? [JSON.stringify([chain.name, canonicalAddress(plainAddress(address, network_id), chain)])] : [],
  )
}
