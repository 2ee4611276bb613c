import { type ReactNode, useId } from 'react'
import { namesHere } from '../../addresses/evidence.ts'
import type { KnownAddress } from '../../addresses/known.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from '../../addresses/memo.ts'
import { chainOf } from '../../chains/index.ts'
import { countText } from '../../contract/count-text.ts'
import { AddressComparison } from '../../records/addresses/Address.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { TruncatedList, UntrustedText, untrustedText } from '../../records/text.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { type CheckQuery, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import styles from './check.module.css'
import type { AddressCheck } from './use-check.ts'
import {
  likenessInWords,
  memoEntries,
  memoNeed,
  unknownFormat,
  unknownOwner,
  validityInWords,
} from './words.ts'

/** One kind of evidence under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** So many are shown one above the other; a trusted address that many resemble is no case to be read in full. */
const shown = 10

/** The trusted addresses that it resembles, each under it with what differs marked. Nothing where there is none. */
export function LookAlikesSection({
  query: { address },
  check: { lookAlikes },
}: {
  query: CheckQuery
  check: AddressCheck
}) {
  if (lookAlikes.length === 0) return null
  const more = lookAlikes.length - shown
  return (
    <Section title="Looks like">
      <ul className={styles.comparisons}>
        {lookAlikes.slice(0, shown).map((lookAlike) => {
          const { known } = lookAlike
          return (
            <li key={JSON.stringify([known.kind, known.id, known.networkId, known.address])}>
              <p className={styles.note}>{likenessInWords(lookAlike)}</p>
              <AddressComparison address={address} lookAlike={lookAlike} />
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={styles.note}>And {countText(more)} more.</p>}
    </Section>
  )
}

/** Whose address it is: every whitelist and every own vault that has it, for each asset. */
export function NamesSection({
  check: { names, elsewhere, comparedWith, whitelists },
}: {
  check: AddressCheck
}) {
  const { compact } = usePreferences()
  const rows = [...names, ...elsewhere].flatMap(rowsOf)
  return (
    <Section title="Known as">
      {rows.length > 0 ? (
        <DataTable
          caption="Known as"
          columns={columns}
          rows={rows}
          rowId={({ known, memo }) => JSON.stringify([known.kind, known.id, known.networkId, memo])}
          rowHref={({ known: { id, kind } }) =>
            id ? (kind === 'vault' ? vaultHref(id) : whitelistHref(id)) : null
          }
          rowLabel={({ known: { name, id, kind } }) => `${name || id || 'Without a name'}: ${kind}`}
          compact={compact}
        />
      ) : (
        <p className={styles.note}>
          {whitelists.reading === 'read'
            ? unknownOwner.read(comparedWith, whitelists.count)
            : unknownOwner[whitelists.reading]}
        </p>
      )}
    </Section>
  )
}

/** The assets for which somebody has the address with one memo. */
interface Row {
  readonly known: KnownAddress
  readonly assetIds: readonly string[]
  readonly memo: string | null
}

function rowsOf(known: KnownAddress): readonly Row[] {
  const memos = [...new Set(known.memos)]
  return memos.map((memo) => ({
    known,
    memo,
    assetIds: known.assetIds.filter((_id, at) => known.memos[at] === memo),
  }))
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ known: { name, id } }) => <UntrustedText text={name || id} fallback="Without a name" />,
    width: '16rem',
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ known: { kind } }) => (kind === 'vault' ? 'Own vault' : 'Whitelist'),
    card: 'aside',
    width: '7rem',
  },
  {
    id: 'network_id',
    header: 'Network',
    cell: ({ known: { networkId } }) => untrustedText(networkId),
    width: '8rem',
  },
  {
    id: 'asset_id',
    header: 'Assets',
    cell: ({ assetIds }) => <TruncatedList items={assetIds} />,
    width: '16rem',
  },
  { id: 'memo', header: 'Memo', cell: (row) => <UntrustedText text={row.memo} fallback={noMemo(row)} /> },
]

/** Missing is said where there should be one. */
function noMemo({ known: { kind, networkId }, assetIds }: Row): string {
  return kind === 'whitelist' && needsMemo(networkId, assetIds[0] ?? null) === true ? 'No memo' : '–'
}

/** Whether a memo is needed beside the address, and what the whitelists have. */
export function MemoSection({ query, check }: { query: CheckQuery; check: AddressCheck }) {
  return (
    <Section title="Memo">
      <p className={styles.note}>{needInWords(query, check)}</p>
      {entriesInWords(query, check).map((sentence) => (
        <p key={sentence} className={styles.note}>
          <UntrustedText text={sentence} />
        </p>
      ))}
    </Section>
  )
}

function needInWords(query: CheckQuery, check: AddressCheck): string {
  const networks = networksInQuestion(query, check)
  if (networks.some((network) => holdsMemo(query.address, network))) return memoNeed.within
  const needs = networks.map((network) => needsMemo(network, query.asset_id))
  if (needs.includes(true)) return needs.every((need) => need === true) ? memoNeed.usual : memoNeed.onSome
  return needs.length > 0 && needs.every((need) => need === false) ? memoNeed.none : memoNeed.unknown
}

/** The network that was named; else those on which the address is known, else those of which it can be. */
function networksInQuestion(
  { network_id, asset_id }: CheckQuery,
  { names, validities }: AddressCheck,
): readonly (string | null)[] {
  if (network_id !== null || asset_id !== null) return [network_id]
  if (names.length > 0) return names.map((name) => name.networkId)
  return validities.flatMap(({ chain, validity }) => (validity.kind === 'valid' ? [chain.name] : []))
}

function entriesInWords(
  { network_id, asset_id, memo }: CheckQuery,
  { names }: AddressCheck,
): readonly string[] {
  const entries = namesHere(names, network_id).filter(({ kind }) => kind === 'whitelist')
  const lacking = withoutNeededMemo(entries, asset_id)
  const memos = entries.flatMap((entry) =>
    entry.memos.flatMap((one, at) =>
      one !== null && (asset_id === null || entry.assetIds[at] === asset_id)
        ? [{ name: entry.name || entry.id || 'a whitelist', memo: one }]
        : [],
    ),
  )
  return [
    ...new Set([
      ...memos.map((entry) => memoEntries.listed(entry.name, entry.memo)),
      ...lacking.map(({ known, assetIds }) =>
        memoEntries.lacking(known.name || known.id || 'A whitelist', assetIds),
      ),
      ...(memo === null
        ? []
        : [
            memos.some((entry) => entry.memo === memo)
              ? memoEntries.same(memo)
              : memoEntries.other(memo, entries.length > 0),
          ]),
    ]),
  ]
}

/** On which networks it can be right. Where no format is known, nothing is claimed. */
export function ValiditySection({
  query: { network_id },
  check: { validity, validities },
}: {
  query: CheckQuery
  check: AddressCheck
}) {
  // What is said of the network that was named is said of its chain.
  const others =
    network_id === null ? validities : validities.filter(({ chain }) => chain !== chainOf(network_id))
  const groups = new Map<string, string[]>()
  for (const { chain, validity: its } of others)
    if (chain.isKnown)
      groups.set(validityInWords(its), [...(groups.get(validityInWords(its)) ?? []), chain.name])
  const [unplaced] = others.filter(({ chain }) => !chain.isKnown)
  return (
    <Section title="Valid for">
      {(network_id !== null || groups.size > 0) && (
        <div className={styles.facts}>
          <DescriptionList>
            {network_id !== null && (
              <DescriptionItem term={<UntrustedText text={network_id} />}>
                <UntrustedText text={validityInWords(validity)} />
              </DescriptionItem>
            )}
            {[...groups].map(([words, alike]) => (
              <DescriptionItem key={words} term={alike.join(', ')}>
                {words}
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      )}
      {network_id === null && groups.size === 0 && (
        <p className={styles.note}>
          <UntrustedText text={unplaced ? validityInWords(unplaced.validity) : unknownFormat} />
        </p>
      )}
    </Section>
  )
}
