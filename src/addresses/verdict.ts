/** Unread data is no evidence: "not trusted" requires a search of everything trusted. */
import { type Chain, canonicalAddress, type Validity } from '../chains/chain.ts'
import { chainOf, chains } from '../chains/index.ts'
import { countText } from '../contract/count-text.ts'
import type {
  FormerLikenesses,
  FormerLookAlike,
  KnownAddress,
  KnownAddresses,
  LookAlike,
} from './known-addresses.ts'
import { holdsMemo, memoFault, needsMemo, needsSeparateMemo, wrongMemoHarm } from './memo.ts'
import { isSameNetwork, typoInWords } from './party.ts'
import { foreignTo, validitiesOf, validityOf } from './validity.ts'

/** Null for anything that the reader did not name. */
export interface Payee {
  /** Not blank. */
  readonly address: string
  readonly networkId: string | null
  readonly assetId: string | null
  readonly memo: string | null
}

export interface Evidence extends Payee {
  /** On this network, and on others of its chain. */
  readonly names: readonly KnownAddress[]
  /** On other chains; only if nobody has it on this network. */
  readonly elsewhere: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
  /** Of addresses that were sent to before and are not trusted. Empty for a trusted address. */
  readonly formerLookAlikes: readonly FormerLookAlike[]
  readonly validity: Validity
  /** For each chain that recognizes it or knows it. */
  readonly validities: readonly NamedValidity[]
}

interface NamedValidity {
  /** The name of the chain. An unknown network is its own chain, named by its id. */
  readonly chain: string
  readonly isKnown: boolean
  readonly validity: Validity
}

export function evidenceOf(
  payee: Payee,
  known: KnownAddresses | undefined,
  former?: FormerLikenesses,
): Evidence {
  const { address, networkId } = payee
  const { names = [], lookAlikes = [] } = known?.lookup(address, networkId) ?? {}
  const isUnknownHere = networkId !== null && names.length === 0
  const elsewhere = isUnknownHere ? (known?.lookup(address, null).names ?? []) : []
  const isTrusted = ({ former: { address: other, network_id } }: FormerLookAlike) =>
    (known?.lookup(other, network_id).names.length ?? 0) > 0
  const foreign = foreignTo(address)
  const validities = foreign ? new Map([[chainOf(networkId), foreign]]) : validitiesAmong(address, names)
  return {
    // A trusted one that was sent to is among the look-alikes already.
    formerLookAlikes:
      names.length > 0 ? [] : (former?.find(address, networkId) ?? []).filter((one) => !isTrusted(one)),
    ...{ ...payee, names, lookAlikes, elsewhere, validity: foreign ?? validityOf(address, networkId) },
    validities: [...validities].map(([{ name, isKnown }, validity]) => ({ chain: name, isKnown, validity })),
  }
}

/** Of the chains that recognize an address, and of those in which its account is known, where this spelling may fail. */
function validitiesAmong(address: string, names: readonly KnownAddress[]): ReadonlyMap<Chain, Validity> {
  const validities = new Map(validitiesOf(address).map(({ chain, validity }) => [chain, validity]))
  for (const { networkId } of names)
    if (!validities.has(chainOf(networkId)))
      validities.set(chainOf(networkId), validityOf(address, networkId))
  return validities
}

/** Ids, names and memos in it come from outside. */
export interface Verdict {
  readonly tone: 'good' | 'warning' | 'danger'
  readonly title: string
  readonly sentence: string
  readonly action: string
  /** The trusted address that was probably intended, where this one must not be used. */
  readonly intended?: KnownAddress
  /** Memos to choose from for the address that may be copied. */
  readonly memos?: readonly string[]
}

export type ListState = 'waiting' | 'read' | 'failed'

export type UsageState = Usage | Exclude<ListState, 'read'>

export interface Usage {
  /** Completed only: a rejected transaction does not use the address. */
  readonly sent: number
  readonly received: number
  readonly notCompleted: { readonly sent: number; readonly received: number }
  /** How many of the not completed have an unknown status: they may be completed. */
  readonly unknown: number
  readonly atLeast: boolean
}

export interface EvidenceRead {
  readonly whitelists: ListState
  readonly vaults: ListState
  readonly transactions: UsageState
  readonly former: ListState
}

/** Null while its data is loading. */
export function verdictOf(
  allEvidence: Evidence,
  { whitelists, vaults, transactions, former }: EvidenceRead,
): Verdict | null {
  if (whitelists === 'waiting' || vaults === 'waiting') return null
  // After a failure, names are from an earlier reading. A whitelist that may have dropped the address does not vouch for it.
  const vouching = (names: Evidence['names']) =>
    whitelists === 'failed' ? names.filter(({ kind }) => kind === 'vault') : names
  const names = vouching(allEvidence.names)
  const evidence = { ...allEvidence, names, elsewhere: vouching(allEvidence.elsewhere) }
  const verdict = verdictAtSight(evidence)
  if (verdict?.tone === 'danger' || verdict?.tone === 'good') return verdict
  if (transactions === 'waiting' || former === 'waiting') return null
  if (whitelists === 'failed')
    return cannotSay(
      allEvidence.names.length > names.length
        ? 'It was on a whitelist, but the whitelists could not be read again to see whether it still is.'
        : 'Not all whitelists could be read, so the console cannot tell whether it is on one of them.',
    )
  if (verdict !== null && names.length > 0) return verdict
  if (transactions === 'failed')
    return cannotSay(
      'It is not on any whitelist, but not all transactions are read, so the console cannot tell whether it is one of your vaults.',
    )
  if (vaults === 'failed')
    return cannotSay(
      'It is not on any whitelist, but the addresses of your vaults could not be read, so the console cannot tell whether it is one of them, or looks like one.',
    )
  if (former === 'failed')
    return cannotSay(
      'It is not on any whitelist, but the addresses that you sent to before could not be read, so the console cannot tell whether it looks like one of them.',
    )
  return verdict ?? verdictByUsage(evidence, transactions)
}

function cannotSay(sentence: string): Verdict {
  return warning('Cannot say', sentence, 'Try again before you send to it.')
}

function danger(title: string, sentence: string, action: string, intended?: KnownAddress): Verdict {
  return { tone: 'danger', title, sentence, action, ...(intended && { intended }) }
}

function warning(title: string, sentence: string, action: string): Verdict {
  return { tone: 'warning', title, sentence, action }
}

/** For an untrusted address without look-alikes. */
function verdictByUsage({ address, networkId, assetId, validities }: Evidence, usage: Usage): Verdict {
  const valid = validities.filter(({ validity }) => validity.kind === 'valid').map(({ chain }) => chain)
  const networks = networkId === null && assetId === null ? valid : [networkId]
  const withMemo = networks.filter((network) => needsSeparateMemo(address, network, assetId))
  const where = withMemo.length === networks.length ? 'its network' : inWords(withMemo)
  const memo = withMemo.length > 0 ? ` Receivers on ${where} usually ask for a memo.` : ''
  const { sent, received, notCompleted, unknown, atLeast } = usage
  const completed = unknown > 0 ? 'is known to be completed' : 'was completed'
  const started = notCompleted.sent + notCompleted.received
  const untrusted = (title: string, sentence: string) =>
    warning(
      title,
      `It is not on any whitelist, and no transaction shows it as one of your vaults’ addresses. ${sentence}${memo}`,
      'Do not send to it until its owner confirms it.',
    )
  if (sent > 0)
    return untrusted(
      'Not trusted, although you sent to it before',
      `${times(sent, atLeast)} went to it. A past payment does not prove that the address is right.`,
    )
  if (received > 0)
    return untrusted(
      'Not trusted, although you received from it',
      `${times(received, atLeast)} came from it. Anyone can send you something. ${notCompleted.sent > 0 ? `Payments to it were started, but none ${completed}.` : atLeast ? 'No payment to it was read.' : 'The service lists no payment to it.'}`,
    )
  if (started > 0)
    return untrusted(
      `Not trusted, and nothing ${completed}`,
      `${times(started, atLeast)} ${started === 1 ? 'involves' : 'involve'} it, but none ${completed}.`,
    )
  return atLeast
    ? untrusted('Not seen', 'No transaction read so far involves it, but there may be more.')
    : untrusted('Never seen', 'The service lists no transaction with it.')
}

function times(count: number, atLeast: boolean): string {
  if (count === 1) return atLeast ? 'At least one transaction' : 'One transaction'
  return `${atLeast ? 'At least ' : ''}${countText(count)} transactions`
}

/** The first match is the verdict. */
const worstFirst: readonly ((evidence: Evidence) => Verdict | null)[] = [
  burnAddress,
  // Before a failed checksum, because these name the intended address.
  typo,
  lookAlike,
  ofOtherChain,
  invalid,
  sameKey,
  onOtherNetwork,
  forOtherAsset,
  memo,
  trusted,
  formerLookAlike,
  oneEnd,
]

/** Null if only usage can decide. */
export function verdictAtSight(evidence: Evidence): Verdict | null {
  return worstFirst.map((check) => check(evidence)).find((verdict) => verdict !== null) ?? null
}

const doNotSend = 'Do not send to it.'
const copyAgain = 'Do not send to it. Copy the address again from where it came from.'

function burnAddress({ address }: Evidence): Verdict | null {
  if (!isBurnAddress(address)) return null
  return danger(
    'Burn address',
    'Nobody is known to have its key. Treat anything sent there as lost.',
    doNotSend,
  )
}

function typo({ lookAlikes }: Evidence): Verdict | null {
  const nearest = lookAlikes.find((one) => one.likeness === 'typo')
  if (nearest === undefined) return null
  return danger(
    `Probably mistyped: ${typoInWords(nearest.typo)}`,
    `It is nearly the address of ${describedAddress(nearest.known)}. This happens when an address is retyped or only partly copied.`,
    copyAgain,
    nearest.known,
  )
}

function lookAlike({ lookAlikes, networkId, validity }: Evidence): Verdict | null {
  const twin = lookAlikes.find(({ likeness }) => likeness === 'both-ends')?.known
  if (twin === undefined) return null
  const which = describedAddress(twin)
  if (networkId !== null && validity.kind === 'failed' && !validity.checksum)
    return danger(
      'The address is damaged',
      `It begins and ends like ${which}, but ${validity.reason}.`,
      copyAgain,
      twin,
    )
  return danger(
    'Looks like a trusted address, but is different',
    `It begins and ends like ${which}, but differs in between. Scammers use such addresses to divert payments.`,
    doNotSend,
    twin,
  )
}

function ofOtherChain({ networkId, elsewhere, validity }: Evidence): Verdict | null {
  if (networkId === null || elsewhere.length === 0) return null
  if (validity.kind !== 'failed') return onlyElsewhere(elsewhere, networkId)
  return danger(
    elsewhereTitle(elsewhere, networkId),
    `It belongs to ${everyName(elsewhere)} on ${networksOf(elsewhere)}. On ${networkId} it is not valid: ${validity.reason}.`,
    `Do not send to it on ${networkId}.`,
  )
}

/** Without a network, only if it is valid on none. Of a known address, only its own chains count: the others are guesses. */
function invalid({ networkId, names, validity, validities }: Evidence): Verdict | null {
  const own = names.map((name) => chainOf(name.networkId).name)
  const possible = validities.filter(({ chain }) => own.length === 0 || own.includes(chain))
  const isAny = possible.some((one) => one.validity.kind !== 'failed')
  const wrong = networkId === null && !isAny ? possible[0] : undefined
  const failed = networkId !== null ? validity : wrong?.validity
  if (failed?.kind !== 'failed') return null
  const network = networkId !== null ? 'this network' : wrong?.isKnown ? wrong.chain : 'any network'
  const valid = networkId === null ? [] : validities.filter((one) => one.validity.kind === 'valid')
  const also =
    valid.length > 0 ? ` It is a valid address of ${inWords(valid.map(({ chain }) => chain))}.` : ''
  const owner = names.length > 0 ? ` Written correctly, it would belong to ${everyName(names)}.` : ''
  return danger(
    failed.checksum ? 'The address is damaged' : `Not an address of ${network}`,
    `As written, ${failed.reason}${failed.checksum ? ': a character is wrong or missing' : ''}.${also}${owner}`,
    copyAgain,
    names[0],
  )
}

/** Only its owner knows whether the receiver uses the key here. */
function sameKey({ networkId, names, validity }: Evidence): Verdict | null {
  if (validity.kind !== 'valid' || validity.sameKey === undefined) return null
  if (namesHere(names, networkId).length > 0) return null
  const { network, here } = validity.sameKey
  return warning(
    'Written for another network',
    `It is written for ${network}. On ${networkId} the same key is ${here}.`,
    'Ask its owner for the address on this network.',
  )
}

function onOtherNetwork({ networkId, names }: Evidence): Verdict | null {
  if (networkId === null || names.length === 0 || namesHere(names, networkId).length > 0) return null
  return onlyElsewhere(names, networkId)
}

/** An exchange may lose an unexpected asset. */
function forOtherAsset({ names, networkId, assetId }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  const isMeant = ({ kind, assetIds }: KnownAddress) =>
    assetId === null || kind === 'vault' || assetIds.includes(assetId)
  if (here.length === 0 || here.some(isMeant)) return null
  const listed = [...new Set(here.flatMap(({ assetIds }) => assetIds))].filter((id) => id !== '')
  return warning(
    `On a whitelist, but not for ${assetId}`,
    `It belongs to ${everyName(here)}, but only for ${listed.join(', ') || 'an asset without a name'}.`,
    `Ask its owner before you send ${assetId} to it.`,
  )
}

function memo({ networkId, assetId, names, memo }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  const memos = memosOf(here, assetId)
  const listed = [...new Set(memos.flatMap((one) => one ?? []))]
  const action =
    listed.length === 1
      ? `Send only with the memo ${listed[0]}.`
      : `Send only with the memo of the one you mean: ${memosInWords(here, assetId)}.`
  // Where receivers ask for memos, an entry without one does not make another one's memo needless.
  const isNamed = memo !== null && memo.trim() !== ''
  const isAsked = needsMemo(here[0]?.networkId ?? null, assetId) === true
  const fault = memoFault(memo ?? '', isNamed || !isAsked || listed.length === 0 ? memos : listed)
  // The same address with another memo belongs to another customer of the exchange.
  if (fault === 'zeros' || fault === 'other')
    return {
      ...danger(
        `On a whitelist, but ${fault === 'zeros' ? 'the memo lost its leading zeros' : 'with a different memo'}`,
        `It is on a whitelist with the memo ${inWords(listed, 'or')}, but came with the memo ${memo}. ${wrongMemoHarm}`,
        action,
        here[0],
      ),
      memos: listed,
    }
  if (fault === 'missing')
    return {
      ...warning(
        `On a whitelist, but needs ${listed.length === 1 ? `the memo ${listed[0]}` : 'a memo'}`,
        `It belongs to ${everyName(here)}. Without the memo, a payment may be lost.`,
        action,
      ),
      memos: listed,
    }
  if (fault === 'extra' && needsMemo(here[0]?.networkId ?? null, assetId) !== false)
    return warning(
      'On a whitelist, but without this memo',
      `It belongs to ${everyName(here)}. The entry has no memo, but the address came with the memo ${memo}.`,
      'Ask its owner whether the memo is right before you send.',
    )
  // If the asset is also listed with a memo, that is the entry to use.
  const hasMemo = (id: string) =>
    here.some(({ assetIds, memos }) => assetIds.some((one, at) => one === id && memos[at] !== null))
  const lacksMemo = ({ kind, address, networkId, assetIds }: KnownAddress) =>
    kind === 'whitelist' &&
    !holdsMemo(address, networkId) &&
    assetIds.some(
      (id) => (assetId === null || id === assetId) && needsMemo(networkId, id) === true && !hasMemo(id),
    )
  if (!here.some(lacksMemo)) return null
  return warning(
    'On a whitelist, but its memo is missing',
    `It belongs to ${everyName(here)}. Receivers on this network usually ask for a memo, but the entry has none. Without it, a payment may be lost.`,
    'Ask its owner for the memo before you send.',
  )
}

/** The memo identifies a customer at the shared address of an exchange, so it is part of what is trusted. */
function trusted({ networkId, assetId, names, memo }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  if (here.length === 0) return null
  const isOwn = here.every(({ kind }) => kind === 'vault')
  const meant = memo === null ? [] : here.filter((name) => memosOf([name], assetId).includes(memo.trim()))
  return {
    tone: 'good',
    title: isOwn ? 'One of your vaults' : 'On a whitelist',
    sentence:
      meant.length > 0
        ? `With the memo ${memo} it belongs to ${everyName(meant)}.`
        : `It belongs to ${everyName(here)}.`,
    action: `Make sure that this is ${isOwn ? 'the vault' : 'the one'} you mean.`,
    ...(memo !== null && meant.length > 0 && { memos: [memo] }),
  }
}

/** Which of the two is right, only their owner can say: the one that was paid may be the forged one. */
function formerLookAlike({ formerLookAlikes: [nearest] }: Evidence): Verdict | null {
  if (nearest === undefined) return null
  const { address, sent } = nearest.former
  const paid = `${address}, to which ${sent === 1 ? 'one completed transaction' : `${countText(sent)} completed transactions`} went`
  const action = 'Do not send to it until its owner confirms it.'
  return nearest.likeness === 'typo'
    ? danger(
        'Nearly an address that you sent to before',
        `It is nearly ${paid}: ${typoInWords(nearest.typo)}. This happens when an address is retyped or only partly copied.`,
        action,
      )
    : danger(
        'Looks like an address that you sent to before, but is different',
        `It begins and ends like ${paid}, but differs in between. Scammers use such addresses to divert payments.`,
        action,
      )
}

function oneEnd({ lookAlikes }: Evidence): Verdict | null {
  const near = lookAlikes.find(({ likeness }) => likeness === 'one-end')
  if (near === undefined) return null
  return warning(
    'Not trusted, but one end matches a trusted address',
    `It begins or ends like ${describedAddress(near.known)}. Four characters can match by chance.`,
    'Compare the whole address before you send to it.',
  )
}

function onlyElsewhere(names: readonly KnownAddress[], networkId: string): Verdict {
  return warning(
    elsewhereTitle(names, networkId),
    `It belongs to ${everyName(names)} on ${networksOf(names)}. Only its owner can say whether it also works on ${networkId}.`,
    `Ask its owner before you send to it on ${networkId}.`,
  )
}

function elsewhereTitle(names: readonly KnownAddress[], networkId: string): string {
  const isOwn = names.every(({ kind }) => kind === 'vault')
  return `${isOwn ? 'One of your vaults' : 'Listed'} on ${networksOf(names)}, not on ${networkId}`
}

/** Empty if the payment may be for an own vault. */
function memosOf(here: readonly KnownAddress[], assetId: string | null): readonly (string | null)[] {
  if (here.some(({ kind }) => kind === 'vault')) return []
  return here.flatMap(({ memos, assetIds }) =>
    memos.filter((_memo, at) => assetId === null || assetIds[at] === assetId),
  )
}

/** "0012 (the whitelist Kraken) or 0013 (the whitelist Bitstamp)". */
function memosInWords(here: readonly KnownAddress[], assetId: string | null): string {
  const named = here.map((name) => ({ memos: memosOf([name], assetId), called: describedAddress(name) }))
  const all = new Set(named.flatMap(({ memos }) => memos).filter((one) => one !== null))
  const having = (memo: string) => named.flatMap(({ memos, called }) => (memos.includes(memo) ? called : []))
  return inWords(
    [...all].map((memo) => `${memo} (${inWords(having(memo))})`),
    'or',
  )
}

function namesHere(names: readonly KnownAddress[], networkId: string | null): readonly KnownAddress[] {
  return networkId === null ? names : names.filter((name) => isSameNetwork(name.networkId, networkId))
}

function networksOf(names: readonly KnownAddress[]): string {
  return inWords(names.map((name) => name.networkId ?? 'a network that was not named'))
}

function everyName(names: readonly KnownAddress[]): string {
  return inWords(names.map(describedAddress))
}

/** "the whitelist Kraken settlement", "your vault Treasury cold". */
export function describedAddress({ kind, name, id }: KnownAddress): string {
  return `${kind === 'vault' ? 'your vault' : 'the whitelist'} ${name || id || 'without a name'}`
}

function inWords(all: readonly (string | null)[], last = 'and'): string {
  const items = [...new Set(all)]
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

/** On any network: a burn address of one is never an ordinary address of another. */
function isBurnAddress(address: string): boolean {
  return chains.some((chain) => {
    const canonical = canonicalAddress(address, chain)
    return chain.burnAddresses?.some((one) =>
      typeof one === 'string' ? canonicalAddress(one, chain) === canonical : one.test(canonical),
    )
  })
}
