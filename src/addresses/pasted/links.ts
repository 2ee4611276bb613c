/** Links: payment links (BIP-21, EIP-681, SEP-7 and others), and those to explorers, wallets and this console. */
import { decodedSegment } from '../../contract/endpoints.ts'
import { addressesIn } from './runs.ts'

export interface ParsedLink {
  /** Several where the link does not say which is meant. */
  readonly addresses: readonly string[]
  readonly memo: string | null
  readonly transactions: readonly string[]
  /** Sentences about what was left out. */
  readonly remark: string
}

/** Null for a text that is no link. */
export function readLink(text: string): ParsedLink | null {
  const [, scheme = 'https', slashes = '', rest = ''] =
    /^(?:([a-z][a-z0-9+.-]{1,30}):)?(\/\/)?(\S+)$/i.exec(text) ?? []
  const isPayment = paymentSchemes.test(scheme)
  const isWeb = /^https?$/i.test(scheme)
  const isHost = text.startsWith(scheme) || /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/)/i.test(rest)
  if (!isHost || !(isPayment || slashes !== '' || isWeb)) return null
  const { segments, parameters } = partsOf(rest, isWeb)
  // Nothing but the address, as "bitcoincash:q…" is the whole of one.
  const isBare = isPayment && slashes === '' && addressesIn(rest)[0] === rest
  const remark = isWeb
    ? 'Taken from a link.'
    : isBare
      ? `Written with its network (${scheme}:).`
      : `Taken from a payment link (${scheme}:). Everything else in the link was ignored.`
  const transactions = transactionsIn(segments, parameters)
  const paths = segments.filter((segment) => !transactions.includes(segment))
  const named = firstOf(parameters, addressParameters)
  const inPath = addressesInPath(paths, isPayment)
  const [recipient = isPayment && inPath.length === 0 ? named : undefined] =
    named === undefined ? [] : addressesIn(named)
  const others = () => [...parameters.values()].flatMap((value) => addressesIn(value))
  const addresses = recipient !== undefined ? [recipient] : inPath.length > 0 ? inPath : others()
  return {
    addresses,
    memo: addresses.length === 1 ? (firstOf(parameters, memoParameters) ?? null) : null,
    transactions,
    remark:
      recipient !== undefined && isPayment && inPath[0] !== undefined && inPath[0] !== recipient
        ? `${remark} The link calls ${inPath[0]}. This is the recipient it names.`
        : remark,
  }
}

/** Reads the parameters after an address: "?dt=1", "?memo=1". */
export function memoOf(query: string): string | null {
  return firstOf(parametersOf(query), memoParameters) ?? null
}

type Parameters = ReadonlyMap<string, string>

/** A page may keep its address after the #. */
function partsOf(rest: string, isWeb: boolean): { segments: readonly string[]; parameters: Parameters } {
  const [beforeHash = '', ...fragments] = rest.split('#')
  const parts = [beforeHash, ...fragments].map((part) => part.split('?'))
  const segments = parts
    .flatMap(([path = ''], at) => path.split('/').slice(isWeb && at === 0 ? 1 : 0))
    .map((segment) => (decodedSegment(segment) ?? segment).trim())
    .filter((segment) => segment !== '')
  return { segments, parameters: parametersOf(parts.flatMap(([, ...queries]) => queries).join('&')) }
}

function parametersOf(query: string): Parameters {
  return new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value.trim()]))
}

function firstOf(parameters: Parameters, names: readonly string[]): string | undefined {
  return names.map((name) => parameters.get(name)).find((value) => value !== undefined && value !== '')
}

/** The segment after "address" or "account" is meant. Otherwise every address in the path may be. */
function addressesInPath(segments: readonly string[], isPayment: boolean): readonly string[] {
  const candidates = segments.flatMap((segment, at) => {
    const isOwner = ownerSegments.test(segments[at - 1] ?? '')
    // An EIP-681 link ends with the id of the chain: "@1".
    const text = segment.replace(/@.*$/, '')
    // Move chains omit leading zeros.
    const all = isOwner && /^0x[\da-f]{1,64}$/i.test(text) ? [text] : addressesIn(text)
    return all.map((address) => ({ address, isOwner }))
  })
  const owned = candidates.filter(({ isOwner }) => isOwner)
  const addresses = (owned.length > 0 ? owned.slice(-1) : candidates).map(({ address }) => address)
  if (!isPayment) return [...new Set(addresses)]
  // The path of a payment link is an address.
  const path = segments.find((segment) => !/^(?:pay|transfer|tx|send)$/i.test(segment))
  const first = addresses.at(-1) ?? (path && withoutSchemes(path).replace(/@.*$/, ''))
  return first ? [first] : []
}

/** A payment link may have "ethereum:" in front of it, again and again. */
function withoutSchemes(path: string): string {
  const [, scheme = '', rest = ''] = /^([^:]*):(.*)$/.exec(path) ?? []
  return paymentSchemes.test(scheme) ? withoutSchemes(rest) : path
}

function transactionsIn(segments: readonly string[], parameters: Parameters): readonly string[] {
  const inPath = segments.filter(
    (segment, at) => transactionSegments.test(segments[at - 1] ?? '') && /\d/.test(segment),
  )
  const named = transactionParameters.flatMap((name) => parameters.get(name) ?? [])
  return [...new Set([...inPath, ...named])]
}

const paymentSchemes =
  /^(?:bitcoin|bitcoincash|litecoin|dogecoin|dash|zcash|ethereum|solana|tron|ton|ripple|xrp|xrpl|stellar|web\+stellar|cardano|web\+cardano|algorand|polkadot|cosmos|tezos|near|hedera|hbar|monero|eos|nano|aptos|sui)$/i

const ownerSegments =
  /^(?:address|addresses|addr|account|accounts|wallet|wallets|profile|user|owner|holder|portfolio|contract|validator|stake|stakekey|pool|transfer|send|pay|object)$/i
const transactionSegments =
  /^(?:tx|txs|txn|txid|trx|transaction|transactions|extrinsic|hash|op|operations?)$/i
const transactionParameters = ['tx', 'txid', 'txhash', 'tx_hash', 'hash', 'transaction_id', 'transaction']

const addressParameters = [
  ...['destination', 'recipient', 'address', 'destination_address', 'source_address', 'to', 'a', 'safe'],
  ...['account', 'wallet', 'addr', 'receiver', 'payto', 'pay_to'],
]
const memoParameters = [
  ...['memo', 'dt', 'tag', 'destination_tag', 'destinationtag', 'memo_id', 'memoid', 'memo_text', 'text'],
  ...['payment_id', 'paymentid', 'tx_payment_id', 'comment', 'note', 'xnote', 'extra_id'],
]
