/** Pasted text, without hidden characters, and the address in it. */
import { decodedSegment } from '../../contract/endpoints.ts'
import { splitHidden } from '../../records/untrusted-text.ts'

/** `hidden`: the removed characters, each once, such as `U+200B`. */
export interface Pasted {
  readonly text: string
  readonly hidden: readonly string[]
}

/** Without hidden characters, and with single spaces. */
export function readPasted(pasted: string): Pasted {
  const { text, hidden } = withoutHidden(pasted)
  return { text: text.replace(/\s+/g, ' ').trim(), hidden }
}

export function withoutHidden(text: string): Pasted {
  const parts = splitHidden(text)
  return {
    text: parts.map((part) => (part.kind === 'plain' ? part.text : '')).join(''),
    hidden: [...new Set(parts.flatMap((part) => (part.kind === 'hidden' ? [part.name] : [])))],
  }
}

export function hiddenRemark(hidden: readonly string[]): string {
  return `Removed from the text: hidden ${hidden.length === 1 ? 'character' : 'characters'} ${hidden.join(', ')}.`
}

export type PastedAddress =
  | {
      readonly kind: 'address'
      readonly address: string
      /** Pasted with the address. */
      readonly memo: string | null
      /** Sentences about the text that was left out. */
      readonly remarks: readonly string[]
    }
  | { readonly kind: 'none'; readonly why: string }

/** Null for an empty text. */
export function readAddress(pasted: string): PastedAddress | null {
  // Somebody may paste a whole file.
  if (pasted.length > longestPaste) return tooLong(pasted.length)
  const { text, hidden } = withoutHidden(pasted)
  const bare = text.trim()
  if (bare === '') return null
  const found = inLink(bare) ?? beforeMemo(bare) ?? inWords(bare) ?? { address: bare }
  if ('why' in found) return { kind: 'none', why: found.why }
  const { address, memo = null, remarks = [] } = found
  if (address.length > longestAddress) return tooLong(address.length)
  const why = noAddress(address)
  if (why !== null) return { kind: 'none', why }
  return {
    kind: 'address',
    address,
    memo,
    remarks: [
      ...(text === bare ? [] : ['White space around it was removed.']),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
      ...remarks,
    ],
  }
}

type Found =
  | { readonly address: string; readonly memo?: string | null; readonly remarks?: readonly string[] }
  | { readonly why: string }

const longestPaste = 4096
/** The service accepts no longer filter. */
const longestAddress = 512

function tooLong(length: number): PastedAddress {
  return { kind: 'none', why: `That is ${length} characters long. No address is that long.` }
}

/** Payment links (BIP-21, EIP-681, SEP-7 and others), CAIP-10 account ids, and links to explorers and this console. */
function inLink(text: string): Found | null {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]{1,30}):(\S+)$/i.exec(text) ?? []
  if (scheme === '' || looksLikeAddress(scheme)) return null
  const isWeb = /^https?$/i.test(scheme)
  const [path = '', search = ''] = rest.split('#')[0]?.split('?') ?? []
  const parameters = new URLSearchParams(search)
  const segments = path
    .split(/[/:]/)
    .map((segment) => (decodedSegment(segment) ?? segment).replace(/^pay-/, '').replace(/@.*$/, ''))
    // Actions in links of Stellar and TON.
    .filter((segment) => segment !== '' && !/^(?:pay|transfer|tx)$/i.test(segment))
  const named = firstOf(parameters, addressParameters)
  // The path of a payment link is an address. In any other link it must look like one.
  const inPath =
    segments.findLast(looksLikeAddress) ?? (paymentSchemes.test(scheme) ? segments[0] : undefined)
  const address = named ?? inPath
  if (address === undefined)
    return isWeb || scheme.toLowerCase() === 'mailto' || paymentSchemes.test(scheme)
      ? { why: 'This link contains no address.' }
      : null
  return {
    address,
    memo: firstOf(parameters, memoParameters) ?? null,
    remarks: [
      isWeb
        ? 'Taken from a link.'
        : `Taken from a payment link (${scheme}:). Everything else in the link was ignored.`,
      ...(named !== undefined && inPath !== undefined && named !== inPath
        ? [`The link calls ${inPath}. This is the recipient it names.`]
        : []),
    ],
  }
}

const paymentSchemes =
  /^(?:bitcoin|bitcoincash|litecoin|dogecoin|dash|zcash|ethereum|solana|tron|ton|ripple|xrp|xrpl|stellar|web\+stellar|cardano|web\+cardano|algorand|polkadot|cosmos|tezos|near|hedera)$/i
const addressParameters = [
  'destination',
  'recipient',
  'address',
  'destination_address',
  'source_address',
  'to',
  'a',
]
const memoParameters = ['memo', 'dt', 'tag', 'destination_tag', 'destinationtag', 'memo_id', 'text']

function firstOf(parameters: URLSearchParams, names: readonly string[]): string | undefined {
  const byName = new Map([...parameters].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  return names.map((name) => byName.get(name)).find((value) => value !== undefined && value !== '')
}

/** "address?memo=1", "address?dt=1" and "address:1", as wallets and exchanges write them. */
function beforeMemo(text: string): Found | null {
  const [, address = '', mark = '', rest = ''] = /^([^\s?:]+)([?:])(\S*)$/.exec(text) ?? []
  if (!looksLikeAddress(address)) return null
  const memo = mark === ':' ? rest : firstOf(new URLSearchParams(rest), memoParameters)
  return {
    address,
    memo: memo || null,
    remarks: [memo ? 'The text after it was read as its memo.' : `“${mark}${rest}” after it was ignored.`],
  }
}

/** An address among words, such as "Address: …, Memo: …", or broken up by spaces. */
function inWords(text: string): Found | null {
  const words = text.split(/\s+/)
  if (words.length < 2) return null
  const looking = [...new Set(words.filter(looksLikeAddress))]
  if (looking.length > 1) return { why: 'There is more than one address in this text. Check one at a time.' }
  const [address] = looking
  if (address !== undefined) {
    const after = text.slice(text.indexOf(address) + address.length)
    const memo = /\b(?:memo|tag|payment id|comment)\b(?:\s*id)?\s*[:=#]?\s*(\S+)/i.exec(after)?.[1] ?? null
    return {
      address,
      memo,
      remarks: [
        memo === null ? 'Taken from a longer text.' : 'Taken from a longer text, with the memo after it.',
      ],
    }
  }
  const joined = words.join('')
  return looksLikeAddress(joined)
    ? { address: joined, remarks: ['White space within it was removed.'] }
    : { why: 'None of these words looks like an address.' }
}

/** Why a text cannot be an address of any network. */
function noAddress(text: string): string | null {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'This is an email address, not a network address.'
  // Only NEAR has accounts with such names.
  if (
    /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}$/u.test(text) &&
    !/\.(?:near|testnet|tg)$/i.test(text)
  )
    return 'This is a name, not an address. The console does not resolve names: paste the address itself.'
  return null
}

/** A hint, not a proof: the code for checksums is large. */
export function looksLikeAddress(text: string): boolean {
  return addressShapes.some((shape) => shape.test(text)) || looksLikeBase58(text, 25, 50)
}

export function looksLikeHash(text: string): boolean {
  return /^(?:0x)?[0-9a-f]{64}$/i.test(text) || looksLikeBase58(text, 80, 90)
}

/** Whether case means nothing in an address: in hexadecimal and bech32, not in base58. */
export function looksCaseless(address: string): boolean {
  return caselessShapes.some((shape) => shape.test(address))
}

const caselessShapes: readonly RegExp[] = [
  /^0x[0-9a-f]+$/i,
  // Bech32. Zcash has a prefix of one letter, Avalanche one with a dash.
  /^(?:u|(?:[A-Z]-)?[a-z]{2,20})1[02-9ac-hj-np-z]+$/i,
  // Bitcoin Cash.
  /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i,
]

const addressShapes: readonly RegExp[] = [
  // EVM networks: an account, a validator's public key.
  /^0x(?:[0-9a-f]{40}|[0-9a-f]{96})$/i,
  // Bech32, such as Bitcoin's bc1, Cardano's addr1 and Cosmos' cosmos1: all in one case.
  /^[a-z]{2,20}1[02-9ac-hj-np-z]{20,}$/,
  /^[A-Z]{2,20}1[02-9AC-HJ-NP-Z]{20,}$/,
  // Stellar: an account, and a muxed one.
  /^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/,
  // Algorand.
  /^[A-Z2-7]{58}$/,
  // TON: in either Base64, and raw.
  /^[EUk0][Qf][\w+/-]{46}$/,
  /^-?\d:[0-9a-f]{64}$/i,
]

/** Words have no digits. */
function looksLikeBase58(text: string, min: number, max: number): boolean {
  return (
    text.length >= min &&
    text.length <= max &&
    /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) &&
    /\d/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text)
  )
}
