import { namesHere } from '../../addresses/evidence.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from '../../addresses/memo.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'
import { memoEntries, memoNeed } from './words.ts'

/** Whether a memo is needed beside the address, and what the whitelists have. */
export function MemoSection({ query, check }: { query: CheckQuery; check: Check }) {
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

function needInWords(query: CheckQuery, check: Check): string {
  const networks = networksInQuestion(query, check)
  if (networks.some((network) => holdsMemo(query.address, network))) return memoNeed.within
  const needs = networks.map((network) => needsMemo(network, query.asset_id))
  if (needs.includes(true)) return needs.every((need) => need === true) ? memoNeed.usual : memoNeed.onSome
  return needs.length > 0 && needs.every((need) => need === false) ? memoNeed.none : memoNeed.unknown
}

/** The network that was named; else those on which the address is known, else those of which it can be. */
function networksInQuestion(
  { network_id, asset_id }: CheckQuery,
  { names, validities }: Check,
): readonly (string | null)[] {
  if (network_id !== null || asset_id !== null) return [network_id]
  if (names.length > 0) return names.map((name) => name.networkId)
  return validities.flatMap(({ chain, validity }) => (validity.kind === 'valid' ? [chain.name] : []))
}

function entriesInWords({ network_id, asset_id, memo }: CheckQuery, { names }: Check): readonly string[] {
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
