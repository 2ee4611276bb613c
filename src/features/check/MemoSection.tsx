import { namesHere } from '../../addresses/evidence.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from '../../addresses/memo.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'

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
  if (networks.some((network) => holdsMemo(query.address, network)))
    return 'The address includes its memo. No separate memo is needed.'
  const needs = networks.map((network) => needsMemo(network, query.asset_id))
  if (needs.includes(true))
    return needs.every((need) => need === true)
      ? 'On this network, receivers such as exchanges usually ask for a memo.'
      : 'On some of the networks it may belong to, receivers usually ask for a memo. Choose the network to be sure.'
  return needs.length > 0 && needs.every((need) => need === false)
    ? 'This network does not use memos.'
    : 'The console does not know whether this network needs a memo.'
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
      ...memos.map((entry) => `${entry.name} has it with the memo ${entry.memo}.`),
      ...lacking.map(
        ({ known, assetIds }) =>
          `${known.name || known.id || 'A whitelist'} has no memo for ${assetIds.join(', ')}, but receivers on its network usually ask for one.`,
      ),
      ...(memo === null
        ? []
        : [
            memos.some((entry) => entry.memo === memo)
              ? `The address came with the memo ${memo}, which the whitelist has too.`
              : `The address came with the memo ${memo}${entries.length > 0 ? ', which no entry has' : ''}.`,
          ]),
    ]),
  ]
}
