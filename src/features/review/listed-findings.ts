/** What can be wrong with the addresses of whitelists: each rule, its evidence, and how grave it is. */

import type { KnownAddresses } from '../../addresses/known.ts'
import { type NearIndex, nearIndex, nearOf, seen, visibleEnds } from '../../addresses/likeness.ts'
import { holdsMemo, needsMemo } from '../../addresses/memo.ts'
import { formsOf } from '../../addresses/validity.ts'
import type { Chain } from '../../chains/index.ts'
import type { ReviewFinding, Severity, Subject } from './findings.ts'
import type { CheckedEntry, ListedAddress } from './listed.ts'
import { reasons } from './reasons.ts'

/** Findings about what is listed, and how many entries nothing could be claimed of. */
export interface ListedFindings {
  readonly findings: readonly ReviewFinding[]
  readonly unchecked: { readonly checksum: number; readonly memo: number }
}

/** Looks through all that is listed, beside what is the organization's own. By maps: no address is compared with every other. */
export function listedFindings(addresses: Iterable<ListedAddress>, own: KnownAddresses): ListedFindings {
  const all = [...addresses]
  const unchecked = { checksum: 0, memo: 0 }
  const findings = all.flatMap((address) => {
    const likeOwn = likeOurs(address, own)
    const shared = severalNames(address)
    const withMemo = withMemoByNetwork(address)
    return [
      ...(likeOwn ? [likeOwn] : []),
      ...(shared ? [shared] : []),
      ...otherMemos(address),
      ...address.entries.flatMap((entry) => {
        if (entry.validity.kind !== 'failed' && !(entry.validity.kind === 'valid' && entry.validity.checksum))
          unchecked.checksum += 1
        if (needsMemo(entry.network_id, entry.asset_id) === null) unchecked.memo += 1
        return [
          failed(address, entry),
          withoutMemo(address, entry, withMemo.get(entry.network_id) ?? []),
          neverUsed(address, entry),
        ].filter((finding) => finding !== null)
      }),
    ]
  })
  return { findings: [...lookAlikes(all), ...findings], unchecked }
}

/** How many entries with a memo a finding lists; that there are more is said. */
const mostWithMemo = 5

const nothingElse = { withMemo: [], resembles: null, namedAs: [], sentMemos: [] } as const

/** One entry of an address, as what a finding is about. */
function aloneAt(address: ListedAddress, entry: CheckedEntry): Subject {
  return { ...address, address: entry.address, network_id: entry.network_id, entries: [entry] }
}

/**
 * Addresses of one chain that share both visible ends, or nearly all. Whichever whitelists they are on: one may be meant for the
 * other.
 */
function lookAlikes(all: readonly ListedAddress[]): ReviewFinding[] {
  const byEnds = new Map<string, Set<ListedAddress>>()
  const indexes = new Map<Chain, NearIndex<ListedAddress>>()
  const near: ReadonlySet<ListedAddress>[] = []
  for (const address of all)
    for (const text of formsOfAll(address)) {
      const index = indexes.get(address.chain) ?? nearIndex()
      indexes.set(address.chain, index)
      const its = nearOf(seen(text), address.chain, address)
      for (const [other] of index.find(its)) if (other !== address) near.push(new Set([other, address]))
      index.add(its)
      const ends = visibleEnds(text, address.chain)
      if (ends === null) continue
      const key = JSON.stringify([address.chain.name, ends.start, ends.end])
      const alike = byEnds.get(key) ?? new Set()
      byEnds.set(key, alike.add(address))
    }
  const sameEnds = distinct([...byEnds.values()])
  const others = near.filter((pair) => !sameEnds.some((group) => [...pair].every((one) => group.has(one))))
  return [...sameEnds, ...distinct(others)].flatMap((alike) => {
    const [first, second, ...more] = inUseFirst([...alike])
    if (!first || !second) return []
    const unused = [first, second, ...more].filter(({ uses }) => uses.transactions === 0).length
    return [
      {
        kind: 'look-alike',
        severity: 'high',
        because: reasons.alike(2 + more.length, !sameEnds.includes(alike), unused),
        subjects: [first, second, ...more],
        ...nothingElse,
      } satisfies ReviewFinding,
    ]
  })
}

/** An entry that is made to look like one of the organization's own vaults, to be chosen in its place. */
function likeOurs(address: ListedAddress, own: KnownAddresses): ReviewFinding | null {
  const places = new Map(
    address.entries.map((entry) => [JSON.stringify([entry.address, entry.network_id]), entry]),
  )
  for (const entry of places.values()) {
    const { lookAlikes } = own.lookup(entry.address, entry.network_id)
    const [resembled] = lookAlikes.filter(({ likeness }) => likeness !== 'one-end')
    if (resembled)
      return {
        kind: 'look-alike',
        severity: 'high',
        because: resembled.likeness === 'typo' ? reasons.nearlyOwn : reasons.likeOwn,
        subjects: [address],
        ...nothingElse,
        resembles: resembled.known,
      }
  }
  return null
}

function formsOfAll({ entries, chain }: ListedAddress): ReadonlySet<string> {
  return new Set(entries.flatMap(({ address, network_id }) => formsOf(address, network_id, chain)))
}

/** Those who are alike in one form often are in another too. */
function distinct(groups: readonly ReadonlySet<ListedAddress>[]): readonly ReadonlySet<ListedAddress>[] {
  const numbers = new Map<ListedAddress, number>()
  const byMembers = new Map<string, ReadonlySet<ListedAddress>>()
  for (const group of groups) {
    if (group.size < 2) continue
    const members = [...group].map((one) => {
      const number = numbers.get(one) ?? numbers.size
      numbers.set(one, number)
      return number
    })
    byMembers.set(members.sort((one, other) => one - other).join(), group)
  }
  return [...byMembers.values()]
}

function inUseFirst(addresses: readonly ListedAddress[]): readonly ListedAddress[] {
  return [...addresses].sort((one, other) => other.uses.transactions - one.uses.transactions)
}

/** Exchanges have one address for all customers, so that memos which tell them apart make this a small matter. */
function severalNames(address: ListedAddress): ReviewFinding | null {
  const memosOf = new Map<number, Set<string>>()
  for (const { whitelist, memo, memoWithin } of address.entries)
    memosOf.set(whitelist, (memosOf.get(whitelist) ?? new Set()).add(memo?.trim() || (memoWithin ?? '')))
  if (memosOf.size < 2) return null
  const memos = [...memosOf.values()].flatMap((each) => [...each])
  const toldApart = !memos.includes('') && new Set(memos).size === memos.length
  const texts = new Set(address.entries.map((entry) => entry.address.trim())).size
  return {
    kind: 'several-names',
    severity: toldApart ? 'low' : 'medium',
    because: reasons.severalNames(
      memosOf.size,
      toldApart ? 'all' : memos.some((memo) => memo !== '') ? 'some' : 'none',
      texts,
    ),
    subjects: [address],
    ...nothingElse,
  }
}

function failed(address: ListedAddress, entry: CheckedEntry): ReviewFinding | null {
  const { validity } = entry
  if (validity.kind !== 'failed') return null
  return {
    kind: 'failed-checksum',
    severity: 'high',
    because: reasons.notValid(validity.reason),
    subjects: [aloneAt(address, entry)],
    ...nothingElse,
  }
}

/** Graver where the same address stands elsewhere with a memo: then it is one that needs it. */
function withoutMemo(
  address: ListedAddress,
  entry: CheckedEntry,
  withMemo: readonly CheckedEntry[],
): ReviewFinding | null {
  if (hasMemo(entry) || needsMemo(entry.network_id, entry.asset_id) !== true) return null
  const severity: Severity = withMemo.length > 0 ? 'high' : 'medium'
  return {
    kind: 'missing-memo',
    severity,
    because: reasons.missingMemo(withMemo.length),
    subjects: [aloneAt(address, entry)],
    ...nothingElse,
    withMemo: withMemo.slice(0, mostWithMemo),
  }
}

/** A payment to a shared address is credited by its memo alone. */
function otherMemos(address: ListedAddress): ReviewFinding[] {
  return address.otherMemos.flatMap(({ fault, entries, sent, uses }) => {
    const [first] = entries
    if (first === undefined) return []
    return [
      {
        kind: 'other-memo',
        severity: fault === 'extra' ? 'medium' : 'high',
        because: reasons.otherMemo(fault, uses.transactions),
        subjects: [{ ...aloneAt(address, first), entries, uses }],
        ...nothingElse,
        sentMemos: sent,
      } satisfies ReviewFinding,
    ]
  })
}

function neverUsed(address: ListedAddress, entry: CheckedEntry): ReviewFinding | null {
  if (entry.isUsed) return null
  const { transactions } = address.uses
  return {
    kind: 'never-used',
    severity: 'low',
    because: reasons.neverUsed(transactions),
    subjects: [aloneAt(address, entry)],
    ...nothingElse,
  }
}

function withMemoByNetwork({ entries }: ListedAddress): ReadonlyMap<string | null, readonly CheckedEntry[]> {
  const byNetwork = new Map<string | null, CheckedEntry[]>()
  for (const entry of entries) {
    if (!hasMemo(entry)) continue
    const found = byNetwork.get(entry.network_id)
    if (found) found.push(entry)
    else byNetwork.set(entry.network_id, [entry])
  }
  return byNetwork
}

/** Beside the address, or in it. */
function hasMemo({ memo, address, network_id }: CheckedEntry): boolean {
  return (memo !== null && memo.trim() !== '') || holdsMemo(address, network_id)
}
