/** What can be wrong with the addresses of whitelists: each rule, its evidence, and how grave it is. */

import type { KnownAddresses } from '../../addresses/known.ts'
import { type NearIndex, nearIndex, nearOf, seen, visibleEnds } from '../../addresses/likeness.ts'
import { holdsMemo, type MemoFault, needsMemo } from '../../addresses/memo.ts'
import { formsOf } from '../../addresses/validity.ts'
import type { Chain } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { FindingKind, ReviewFinding, Severity, Subject } from './findings.ts'
import type { CheckedEntry, ListedAddress } from './listed.ts'

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

/** A finding with what it rests on. */
export function findingOf(
  kind: FindingKind,
  severity: Severity,
  because: string,
  subjects: ReviewFinding['subjects'],
  evidence: Partial<Pick<ReviewFinding, 'withMemo' | 'resembles' | 'namedAs' | 'sentMemos'>> = {},
): ReviewFinding {
  const none = { withMemo: [], resembles: null, namedAs: [], sentMemos: [] }
  return { kind, severity, because, subjects, ...none, ...evidence }
}

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
      findingOf('look-alike', 'high', alikeText(2 + more.length, !sameEnds.includes(alike), unused), [
        first,
        second,
        ...more,
      ]),
    ]
  })
}

function alikeText(count: number, isNearlySame: boolean, unused: number): string {
  const how = isNearlySame ? 'are nearly the same.' : 'begin and end the same, but differ in between.'
  const never = unused === 1 ? 'One of them was never used.' : `${countText(unused)} of them were never used.`
  return `${countText(count)} listed addresses ${how}${unused > 0 && unused < count ? ` ${never}` : ''}`
}

/** An entry that is made to look like one of the organization's own vaults, to be chosen in its place. */
function likeOurs(address: ListedAddress, own: KnownAddresses): ReviewFinding | null {
  const places = new Map(
    address.entries.map((entry) => [JSON.stringify([entry.address, entry.network_id]), entry]),
  )
  for (const entry of places.values()) {
    const { lookAlikes } = own.lookup(entry.address, entry.network_id)
    const [resembled] = lookAlikes.filter(({ likeness }) => likeness !== 'one-end')
    if (!resembled) continue
    const because =
      resembled.likeness === 'typo'
        ? 'A listed address is almost the same as one of your own.'
        : 'A listed address begins and ends like one of your own, but differs in between.'
    return findingOf('look-alike', 'high', because, [address], { resembles: resembled.known })
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
  const apart = toldApart
    ? 'their memos tell them apart.'
    : memos.some((memo) => memo !== '')
      ? 'their memos do not tell all of them apart.'
      : 'nothing tells them apart.'
  const written = texts > 1 ? ` It is written in ${countText(texts)} ways.` : ''
  const because = `${countText(memosOf.size)} whitelists have this address, and ${apart}${written}`
  return findingOf('several-names', toldApart ? 'low' : 'medium', because, [address])
}

function failed(address: ListedAddress, entry: CheckedEntry): ReviewFinding | null {
  const { validity } = entry
  if (validity.kind !== 'failed') return null
  const because = `Not a valid address of its network: ${validity.reason}.`
  return findingOf('failed-checksum', 'high', because, [aloneAt(address, entry)])
}

/** Graver where the same address stands elsewhere with a memo: then it is one that needs it. */
function withoutMemo(
  address: ListedAddress,
  entry: CheckedEntry,
  withMemo: readonly CheckedEntry[],
): ReviewFinding | null {
  if (hasMemo(entry) || needsMemo(entry.network_id, entry.asset_id) !== true) return null
  const subjects = [aloneAt(address, entry)] as const
  if (withMemo.length === 0)
    return findingOf(
      'missing-memo',
      'medium',
      'On this network, exchanges and others with a shared address need a memo. Only an address with a single owner does without.',
      subjects,
    )
  const where = withMemo.length === 1 ? 'elsewhere' : counted(withMemo.length, 'time')
  const because = `The same address is listed ${where} with a memo. Without it, a payment may be credited to nobody.`
  return findingOf('missing-memo', 'high', because, subjects, { withMemo: withMemo.slice(0, mostWithMemo) })
}

const memoFaults: Readonly<Record<MemoFault, string>> = {
  missing: 'without the entry’s memo.',
  zeros: 'with the entry’s memo, but without its leading zeros.',
  other: 'with a memo other than the entry’s.',
  extra: 'with a memo, although the entry has none.',
}

/** A payment to a shared address is credited by its memo alone. */
function otherMemos(address: ListedAddress): ReviewFinding[] {
  return address.otherMemos.flatMap(({ fault, entries, sent, uses }) => {
    const [first] = entries
    if (first === undefined) return []
    const because = `${counted(uses.transactions, 'completed withdrawal')} ${memoFaults[fault]}`
    const subject = { ...aloneAt(address, first), entries, uses }
    const severity = fault === 'extra' ? 'medium' : 'high'
    return [findingOf('other-memo', severity, because, [subject], { sentMemos: sent })]
  })
}

function neverUsed(address: ListedAddress, entry: CheckedEntry): ReviewFinding | null {
  if (entry.isUsed) return null
  const { transactions } = address.uses
  const because =
    transactions === 0
      ? 'No transaction goes to this address.'
      : `No transaction goes to it under this name and in this asset. ${counted(transactions, 'goes', 'go')} to the same address under another name or in another asset.`
  return findingOf('never-used', 'low', because, [aloneAt(address, entry)])
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
