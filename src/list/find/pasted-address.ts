/**
 * The address in a pasted text: people paste it with gaps, in payment links and explorer links, together with its memo. Pure. What
 * was left out is said, and what is no address at all is refused with the reason.
 */
import { hiddenRemark, withoutHidden } from './pasted.ts'
import { looksLikeAddress } from './shapes.ts'

/** An address as it is checked, or why there is none in the text. */
export type PastedAddress =
  | {
      readonly kind: 'address'
      readonly address: string
      /** A memo or tag that was pasted with it. */
      readonly memo: string | null
      /** Sentences that say what was left out of the text. */
      readonly remarks: readonly string[]
    }
  | { readonly kind: 'none'; readonly why: string }

/** Reads the address out of a text of any kind and length; null where there is no text. */
export function readAddress(pasted: string): PastedAddress | null {
  // No text of this length is looked through: it may be a whole file.
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

/** What was found in a text: an address, or the reason why there can be none. */
type Found =
  | { readonly address: string; readonly memo?: string | null; readonly remarks?: readonly string[] }
  | { readonly why: string }

const longestPaste = 4096
/** The service accepts no longer filter; no address in use is longer than some hundred characters. */
const longestAddress = 512

function tooLong(length: number): PastedAddress {
  return { kind: 'none', why: `That is ${length} characters long. No address is that long.` }
}

/** Payment links (BIP-21, EIP-681, SEP-7 and their kin), CAIP-10 account ids, and links to explorers and to this console. */
function inLink(text: string): Found | null {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]{1,30}):(\S+)$/i.exec(text) ?? []
  if (scheme === '' || looksLikeAddress(scheme)) return null
  const isWeb = /^https?$/i.test(scheme)
  const [path = '', search = ''] = rest.split('#')[0]?.split('?') ?? []
  const parameters = new URLSearchParams(search)
  const segments = path
    .split(/[/:]/)
    .map((segment) => decoded(segment).replace(/^pay-/, '').replace(/@.*$/, ''))
    // What is to be done with the address, in the links of Stellar and TON, is none.
    .filter((segment) => segment !== '' && !/^(?:pay|transfer|tx)$/i.test(segment))
  const named = firstOf(parameters, addressParameters)
  // An exact scheme is a promise that its path is an address; any other link has to hold what looks like one.
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
        : `Taken from a payment link (${scheme}:). Anything else the link asks for was left out.`,
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
    remarks: [memo ? 'What follows it was read as its memo.' : `“${mark}${rest}” after it was left out.`],
  }
}

/** An address among words, such as "Address: …, Memo: …", or broken up by gaps on its way through a document. */
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

/** What is plainly something else. Whatever may be an address of a network that nobody here knows is none of it. */
function noAddress(text: string): string | null {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'This is an email address, not a network address.'
  // Accounts on NEAR are called by such names, and no other network's are.
  if (
    /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}$/u.test(text) &&
    !/\.(?:near|testnet|tg)$/i.test(text)
  )
    return 'This is a name, not an address. The console does not resolve names: paste the address itself.'
  return null
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
