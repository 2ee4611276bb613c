/** The rules for the addresses of whitelists, with their evidence and severity. */
import { formsOf, type KnownAddresses } from '../../addresses/known-addresses.ts'
import { LikenessIndex, visibleEnds } from '../../addresses/likeness.ts'
import { holdsMemo, type MemoFault, needsMemo } from '../../addresses/memo.ts'
import type { Chain } from '../../chains/chain.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { checkHref } from '../../url/hrefs.ts'
import type { FindingCells } from './finding-columns.ts'
import {
  entryHref,
  type FindingRow,
  type ReviewFinding,
  resemblanceCells,
  whitelistCells,
} from './findings.ts'
import { firstOf } from './uses.ts'
import type { WhitelistedAddress, WhitelistedEntry } from './whitelisted-addresses.ts'

export function whitelistFindings(
  all: readonly WhitelistedAddress[],
  own: KnownAddresses,
): readonly ReviewFinding[] {
  return [
    ...lookAlikes(all),
    ...all.flatMap((address) => {
      const withMemo = groupBy(address.entries.filter(hasMemo), ({ network_id }) => network_id)
      const found = [
        likeOwn(address, own),
        severalNames(address),
        ...otherMemos(address),
        ...address.entries.flatMap((entry) => [
          failedChecksum(address, entry),
          missingMemo(address, entry, withMemo.get(entry.network_id) ?? []),
          neverUsed(address, entry),
        ]),
      ]
      const { transactions } = address.all
      return found.flatMap((one) => (one ? [{ transactions, ...one }] : []))
    }),
  ]
}

/** Without `transactions`, all to its address count. */
type Found = Omit<ReviewFinding, 'transactions'> & Partial<ReviewFinding>

function entryRow(listed: WhitelistedAddress, entry: WhitelistedEntry): FindingRow {
  const { address, network_id, asset_id, memo } = entry
  const cells = { ...whitelistCells(entry), address, network_id, asset_id, memo }
  return { cells, uses: listed.usesOf(entry), href: entryHref(entry) }
}

/** Name and memo are left out, since they may change. */
function entrySubject({ whitelist_id, address, asset_id, network_id }: WhitelistedEntry): string {
  return JSON.stringify([whitelist_id, address, asset_id, network_id])
}

/** Compares addresses of one chain across whitelists, since one may be meant for the other. Maps by ends avoid comparing every pair. */
function lookAlikes(all: readonly WhitelistedAddress[]): readonly ReviewFinding[] {
  const byEnds = new Map<string, Set<WhitelistedAddress>>()
  const indexes = new Map<Chain, LikenessIndex<WhitelistedAddress>>()
  const near: ReadonlySet<WhitelistedAddress>[] = []
  for (const address of all) {
    const { chain, entries } = address
    const forms = entries.flatMap((entry) => formsOf(entry.address, entry.network_id, chain))
    for (const text of new Set(forms)) {
      const index = indexes.get(chain) ?? new LikenessIndex<WhitelistedAddress>(chain)
      indexes.set(chain, index)
      for (const [other, { likeness }] of index.find([text]))
        if (other !== address && likeness === 'typo') near.push(new Set([other, address]))
      index.add(text, address)
      const ends = visibleEnds(text, chain)
      if (ends === null) continue
      const key = JSON.stringify([chain.name, ends.start, ends.end])
      byEnds.set(key, (byEnds.get(key) ?? new Set()).add(address))
    }
  }
  const sameEnds = distinct([...byEnds.values()])
  const others = near.filter((pair) => !sameEnds.some((group) => [...pair].every((one) => group.has(one))))
  return [
    ...sameEnds.map((group) => alikeFinding(group, 'begin and end the same, but differ in between.')),
    ...distinct(others).map((pair) => alikeFinding(pair, 'are nearly the same.')),
  ]
}

/** Compares each with the one that is used most. */
function alikeFinding(group: ReadonlySet<WhitelistedAddress>, how: string): ReviewFinding {
  const [first, ...others] = [...group].sort((one, other) => other.all.transactions - one.all.transactions)
  const unused = [...group].filter(({ all }) => all.transactions === 0).length
  const never = unused === 1 ? 'One of them was never used.' : `${countText(unused)} of them were never used.`
  const trusted = first?.entries[0]
  const { whitelist_name: name = null, whitelist_id: id = null } = trusted ? whitelistCells(trusted) : {}
  const beside = resemblanceCells({ address: first?.address ?? '', name, id })
  return {
    ...{ kind: 'look-alike', severity: 'high', transactions: first?.all.transactions ?? 0 },
    subject: groupSubject(group),
    because: `${countText(group.size)} listed addresses ${how}${unused > 0 && unused < group.size ? ` ${never}` : ''}`,
    rows: others.map((address) => alikeRow(address, beside)),
  }
}

/** The ends that all addresses share: a further address with these ends leaves the group the same. */
function groupSubject(group: ReadonlySet<WhitelistedAddress>): string {
  const ends = [...group].map(({ address, chain }) => JSON.stringify(visibleEnds(address, chain) ?? address))
  return [...new Set(ends)].sort().join()
}

function alikeRow(listed: WhitelistedAddress, beside: FindingCells): FindingRow {
  const { address, network_id, all, entries } = listed
  const [entry] = entries
  const cells = { ...(entry && whitelistCells(entry)), address, network_id, ...beside }
  return { cells, uses: all, href: checkHref({ address, network_id }) }
}

/** A reader may pick the entry instead of the own address that it resembles. */
function likeOwn(address: WhitelistedAddress, own: KnownAddresses): Found | null {
  const spellings = groupBy(address.entries, (entry) => JSON.stringify([entry.address, entry.network_id]))
  for (const [entry] of spellings.values()) {
    const { lookAlikes } = entry ? own.lookup(entry.address, entry.network_id) : { lookAlikes: [] }
    const resembled = lookAlikes.find(({ likeness }) => likeness !== 'one-end')
    if (!resembled) continue
    const because =
      resembled.likeness === 'typo'
        ? 'A listed address is almost the same as one of your own.'
        : 'A listed address begins and ends like one of your own, but differs in between.'
    const rows = [alikeRow(address, resemblanceCells(resembled.known))]
    const subject = JSON.stringify([address.address, resembled.known.address])
    return { kind: 'look-alike', subject, severity: 'high', because, rows }
  }
  return null
}

/** Addresses that are alike in one way are often alike in another. */
function distinct(
  groups: readonly ReadonlySet<WhitelistedAddress>[],
): readonly ReadonlySet<WhitelistedAddress>[] {
  const numbers = new Map<WhitelistedAddress, number>()
  const byMembers = new Map<string, ReadonlySet<WhitelistedAddress>>()
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

/** An exchange has one address for all customers. Memos that tell them apart make this minor. */
function severalNames(listed: WhitelistedAddress): Found | null {
  const { address, network_id, entries, all } = listed
  const whitelists = [...groupBy(entries, ({ whitelist }) => whitelist).values()]
  if (whitelists.length < 2) return null
  const memos = whitelists.flatMap((members) => [
    ...new Set(members.map(({ memo, memoWithin }) => memo?.trim() || (memoWithin ?? ''))),
  ])
  const areApart = !memos.includes('') && new Set(memos).size === memos.length
  const apart = areApart
    ? 'their memos tell them apart.'
    : memos.some((memo) => memo !== '')
      ? 'their memos do not tell all of them apart.'
      : 'nothing tells them apart.'
  const texts = new Set(entries.map((entry) => entry.address.trim())).size
  const written = texts > 1 ? ` It is written in ${countText(texts)} ways.` : ''
  const names = new Set(entries.map((entry) => whitelistCells(entry).whitelist_name))
  const whitelist_name = [...names].join(', ')
  const parts = entries.map((entry) => entryRow(listed, entry))
  return {
    ...{ kind: 'several-names', subject: address, severity: areApart ? 'low' : 'medium' },
    because: `${countText(whitelists.length)} whitelists have this address, and ${apart}${written}`,
    rows: [{ cells: { address, network_id, whitelist_name }, uses: all, parts }],
  }
}

function failedChecksum(address: WhitelistedAddress, entry: WhitelistedEntry): Found | null {
  const { validity } = entry
  if (validity.kind !== 'failed') return null
  const because = `Not a valid address of its network: ${validity.reason}.`
  const rows = [entryRow(address, entry)]
  return { kind: 'failed-checksum', subject: entrySubject(entry), severity: 'high', because, rows }
}

/** More serious if the address is listed elsewhere with a memo, and so needs one. */
function missingMemo(
  address: WhitelistedAddress,
  entry: WhitelistedEntry,
  withMemo: readonly WhitelistedEntry[],
): Found | null {
  if (hasMemo(entry) || needsMemo(entry.network_id, entry.asset_id) !== true) return null
  const where = withMemo.length === 1 ? 'elsewhere' : counted(withMemo.length, 'time')
  const isElsewhere = withMemo.length > 0
  const parts = withMemo.slice(0, mostWithMemo).map((other): FindingRow => {
    const row = entryRow(address, other)
    return { ...row, cells: { ...row.cells, because: 'The same address, listed with a memo.' } }
  })
  return {
    ...{ kind: 'missing-memo', subject: entrySubject(entry), severity: isElsewhere ? 'high' : 'medium' },
    because: isElsewhere
      ? `The same address is listed ${where} with a memo. Without it, a payment may be credited to nobody.`
      : 'On this network, exchanges and others with a shared address need a memo. An address with a single owner needs none.',
    rows: [{ ...entryRow(address, entry), parts }],
  }
}

const mostWithMemo = 5

const memoFaults: Readonly<Record<MemoFault, string>> = {
  missing: 'without the entry’s memo.',
  zeros: 'with the entry’s memo, but without its leading zeros.',
  other: 'with a memo other than the entry’s.',
  extra: 'with a memo, although the entry has none.',
}

/** A shared address credits a payment by its memo alone. */
function otherMemos(address: WhitelistedAddress): readonly ReviewFinding[] {
  return address.otherMemos().map(({ fault, entries, sent, withdrawals }) => {
    const { transactions } = withdrawals
    // The first few, in the service's order.
    const memos = new Set(firstOf(sent, sent.length).map(({ text }) => text))
    const told = [...memos].slice(0, mostMemos).map((memo) => memo || 'no memo')
    const sent_memos = told.join(', ')
    return {
      ...{ kind: 'other-memo', severity: fault === 'extra' ? 'medium' : 'high', transactions },
      subject: JSON.stringify([fault, ...entries.map(entrySubject)]),
      because: `${counted(transactions, 'completed withdrawal')} ${memoFaults[fault]}`,
      rows: entries.flatMap((entry) => {
        const { cells, href = null } = entryRow(address, entry)
        const sums = withdrawals.rows()
        return sums.map((sum) => ({ ...sum, cells: { ...cells, ...sum.cells, sent_memos }, href }))
      }),
    }
  })
}

const mostMemos = 4

/** Entries that nobody ever used come before those used under another name. */
function neverUsed(address: WhitelistedAddress, entry: WhitelistedEntry): Found | null {
  if (address.isUsed(entry)) return null
  const { transactions } = address.all
  const because =
    transactions === 0
      ? 'The service lists no transaction to this address.'
      : `The service lists no transaction to it under this name and in this asset. ${counted(transactions, 'goes', 'go')} to the same address under another name or in another asset.`
  return {
    ...{ kind: 'never-used', severity: 'low', because, transactions: -transactions },
    ...{ subject: entrySubject(entry), rows: [entryRow(address, entry)] },
  }
}

/** The memo may be beside the address or in it. */
function hasMemo({ memo, address, network_id }: WhitelistedEntry): boolean {
  return (memo !== null && memo.trim() !== '') || holdsMemo(address, network_id)
}
