/**
 * The verdict on what could be read. What was not read is no evidence: "not trusted" is said only of an address that was looked for
 * in everything that is trusted.
 */
import {
  type Evidence,
  namesHere,
  type Usage,
  type Verdict,
  verdictAtSight,
  verdictOnStranger,
} from './verdict.ts'

/** How far something that the verdict rests on was read. */
export type Reading = 'waiting' | 'read' | 'failed'

/** What the verdict rests on: the lists of what is trusted, and the transactions of this very address, counted once they are read. */
export interface Readings {
  readonly whitelists: Reading
  readonly transactions: UsageSoFar
}

/** What the transactions of an address come to, or how far they were read. */
export type UsageSoFar = Usage | Exclude<Reading, 'read'>

/** The verdict; null while what it rests on is still being read. `memo` is the one that came with the address. */
export function verdictSoFar(
  found: Evidence,
  { whitelists, transactions }: Readings,
  memo: string | null,
): Verdict | null {
  // Names are kept from the reading before; a whitelist that may not have the address any more does not vouch for it.
  const names = whitelists === 'failed' ? found.names.filter(({ kind }) => kind === 'vault') : found.names
  const evidence = { ...found, names }
  const verdict = verdictAtSight(evidence)
  // What no reading can change: an address that cannot be right stays so.
  if (verdict?.tone === 'danger' && evidence.lookAlikes.length === 0 && !isGuess(evidence)) return verdict
  if (whitelists === 'waiting' || transactions === 'waiting') return null
  if (verdict?.tone === 'danger') return verdict
  if (verdict?.tone === 'good') return otherAsset(evidence) ?? otherMemo(evidence, memo) ?? verdict
  if (whitelists === 'failed')
    return cannotSay(
      found.names.length > names.length
        ? 'It was on a whitelist, but the whitelists could not be read again: whether it still is on one is not known.'
        : 'The whitelists could not be read: whether it is on one of them is not known.',
    )
  if (transactions !== 'failed') return verdict ?? verdictOnStranger(evidence, transactions)
  if (verdict !== null && evidence.names.length > 0) return verdict
  return cannotSay(
    'It is on no whitelist, but its transactions could not be read: whether it is one of our vaults is not known.',
  )
}

/** Without a network, a checksum is that of a family that is guessed, until it is found where the address is known. */
function isGuess({ networkId, validities }: Evidence): boolean {
  return (
    networkId === null && validities.some(({ validity }) => validity.kind === 'failed' && validity.checksum)
  )
}

function cannotSay(sentence: string): Verdict {
  return { tone: 'warning', title: 'Cannot say', sentence: `${sentence} Try again before you send to it.` }
}

/** An entry is for its assets: an exchange may lose what it does not expect at an address. */
function otherAsset({ names, networkId, assetId }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  if (assetId === null || here.some(({ kind, assetIds }) => kind === 'vault' || assetIds.includes(assetId)))
    return null
  const listed = [...new Set(here.flatMap(({ assetIds }) => assetIds))].filter((id) => id !== '')
  return {
    tone: 'warning',
    title: 'Trusted, but for another asset',
    sentence: `It is on a whitelist for ${listed.join(', ') || 'an asset without a name'} and not for ${assetId}. Whether that can be received there, only its owner can say.`,
  }
}

/** One address and another memo are another customer of the same exchange. */
function otherMemo({ names, networkId, assetId }: Evidence, memo: string | null): Verdict | null {
  if (memo === null) return null
  const listed = namesHere(names, networkId).flatMap(({ memos, assetIds }) =>
    memos.filter((one, at) => one !== null && (assetId === null || assetIds[at] === assetId)),
  )
  if (listed.length === 0 || listed.includes(memo)) return null
  return {
    tone: 'warning',
    title: 'Trusted, but with another memo',
    sentence: `It is on a whitelist with the memo ${[...new Set(listed)].join(' or ')}; the one that came with it is ${memo}. With a wrong memo a payment is credited to somebody else, or to nobody.`,
  }
}
