import { decodedSegment } from '../../contract/endpoints.ts'
import { type CleanText, hiddenRemark, withoutHidden } from '../../contract/hidden-characters.ts'
import { accountTest, certaintyOf, looksLikeHash } from './certainty.ts'
import { type ParsedLink, readLink } from './links.ts'
import { memoFor } from './memos.ts'
import { findAddresses, isWithin, joinedIn, readingsOf, runsOf, type Span } from './runs.ts'

export interface AddressAndMemo {
  readonly address: string
  readonly memo: string | null
}

export type PastedAddress =
  | ({
      readonly kind: 'address'
      /** Whether it has the form of a known address. A single word may be an address of a network that the console does not know. */
      readonly isFormed: boolean
      /** Sentences about the text that was left out. */
      readonly remarks: readonly string[]
    } & AddressAndMemo)
  /** Different accounts. The reader has to choose one. */
  | { readonly kind: 'several'; readonly addresses: readonly AddressAndMemo[]; readonly why: string }
  | { readonly kind: 'none'; readonly why: string }

/** Null for an empty text. */
export function readAddress(pasted: string): PastedAddress | null {
  // A whole file may be pasted.
  if (pasted.length > longestPaste) return none(tooLong(pasted.length))
  const { text, hidden } = plainText(pasted)
  if (text.trim() === '') return null
  const { spans, links } = scan(text)
  const accounts = withoutSpellings(spans)
  const memoOf = (span: AddressSpan) => {
    const isSame = accountTest(span.text)
    const next = spans.find((other) => other.at >= span.end && !isSame(other.text))
    const isOnly = accounts.length < 2
    const [from, to] = isOnly ? [0, text.length] : [span.at, next?.at ?? text.length]
    return span.link?.memo ?? memoFor(text, span, [...spans, ...links, span], from, to)
  }
  const shortened = shortenedIn(text).filter((short) => !accounts.some((span) => isShortOf(short, span.text)))
  const [first] = accounts
  if (first !== undefined && (accounts.length > 1 || shortened.length > 0))
    return {
      kind: 'several',
      addresses: accounts.map((span) => ({ address: span.text, memo: memoOf(span) })),
      why: `There is more than one address in this text${shortened.length > 0 ? `, one of them shortened: ${shortened.join(', ')}` : ''}. Choose the one you mean.`,
    }
  const named = first ?? namedIn(text)
  const [link] = links
  if (named === null && link)
    return none(
      link.reading.transactions.length > 0
        ? 'This link leads to a transaction, not to an address.'
        : 'This link contains no address.',
    )
  if (shortened.length > 0)
    return none(`This address is shortened: ${shortened.join(', ')}. Paste the whole address.`)
  const span = named ?? bareWord(text)
  if (span === null) return none('None of these words looks like an address.')
  const why = noAddress(span.text)
  if (why !== null) return none(why)
  const { text: address } = span
  const memo = memoOf(span)
  return {
    kind: 'address',
    address,
    memo,
    isFormed: certaintyOf(address) !== null,
    remarks: [
      ...whereFound(text, span),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
      ...(memo === null ? [] : [`${memo} was read as its memo.`]),
    ],
  }
}

export function formedAddresses(read: PastedAddress | null): readonly AddressAndMemo[] {
  if (read?.kind === 'several') return read.addresses
  return read?.kind === 'address' && read.isFormed ? [read] : []
}

/** One test for each address in a text: whether another is the same account, however it is spelled. */
export function accountTests(pasted: string): readonly ((address: string) => boolean)[] {
  return formedAddresses(readAddress(pasted)).map(({ address }) => accountTest(address))
}

export function readTransactions(pasted: string): readonly string[] {
  if (pasted.length > longestPaste) return []
  const { text } = plainText(pasted)
  const { links, hashes } = scan(text)
  return [...new Set([...links.flatMap(({ reading }) => reading.transactions), ...hashes])]
}

const longestPaste = 8192
/** The service accepts no longer filter. */
const longestAddress = 512

function none(why: string): PastedAddress {
  return { kind: 'none', why }
}

function tooLong(length: number): string {
  return `That is ${length} characters long. No known address is that long.`
}

interface AddressSpan extends Span {
  readonly link?: ParsedLink
}

interface LinkSpan extends Span {
  readonly reading: ParsedLink
}

interface Scan {
  readonly spans: readonly AddressSpan[]
  readonly links: readonly LinkSpan[]
  readonly hashes: readonly string[]
}

function scan(text: string): Scan {
  const links: LinkSpan[] = []
  const hashes: string[] = []
  const runs = runsOf(text)
  const single = runs.map((run): readonly AddressSpan[] => {
    const isAddress = readingsOf(run).some((reading) => certaintyOf(reading.text) !== null)
    const link = isAddress ? null : readLink(run.text.replace(/[.:]+$/, ''))
    if (link) {
      const span = { ...run, end: run.at + run.text.length }
      links.push({ ...span, reading: link })
      return link.addresses.map((address) => ({ ...span, text: address, link }))
    }
    return findAddresses(run).flatMap((found) => {
      const isHash = looksLikeHash(found.text) && hashNames.test(text.slice(0, found.at))
      if (isHash) hashes.push(found.text)
      return isHash ? [] : [{ ...found, end: found.at + found.text.length }]
    })
  })
  const spans = single.flat()
  const isProved = spans.some((span) => certaintyOf(span.text) !== 'likely')
  const sure = isProved ? spans.filter((span) => certaintyOf(span.text) !== 'likely' || span.link) : spans
  const joined = joinedIn(text, runs, sure)
  return {
    spans: [
      ...sure.filter((span) => !joined.some((join) => join.replaces && isWithin(span, join))),
      ...joined,
    ].sort((one, other) => one.at - other.at),
    links,
    hashes: [
      ...hashes,
      ...runs.map((run) => run.text).filter((word) => looksLikeHash(word) && !hashes.includes(word)),
    ],
  }
}

const hashNames =
  /(?:\btx(?:n|id|hash)?|hash|transaction(?:[ _-]*(?:id|hash))?|signature|block|digest|reference)["'`]?\s*(?:is|id|no\.?)?\s*[:=#(]*\s*["'`]?$/i

/** More would be too many to choose from. */
const mostSpans = 40

/** Each account once, in its first spelling. */
function withoutSpellings(spans: readonly AddressSpan[]): readonly AddressSpan[] {
  const accounts: { readonly span: AddressSpan; readonly isSame: (address: string) => boolean }[] = []
  const byText = new Map(spans.toReversed().map((span) => [span.text, span]))
  for (const span of [...byText.values()].toReversed().slice(0, mostSpans))
    if (!accounts.some(({ isSame }) => isSame(span.text)))
      accounts.push({ span, isSame: accountTest(span.text) })
  return accounts.map(({ span }) => span)
}

/** "0x5aAe…eAed" */
function shortenedIn(text: string): readonly string[] {
  const found =
    text.match(/(?<![\da-z])(?=\w*\d)[\da-z]{4,16}(?:…|\.{2,4}|\*{2,5})[\da-z]{3,12}(?![\da-z])/gi) ?? []
  return [...new Set(found)]
}

function isShortOf(short: string, address: string): boolean {
  const [start = '', end = ''] = short.toLowerCase().split(/…|\.+|\*+/)
  return address.toLowerCase().startsWith(start) && address.toLowerCase().endsWith(end)
}

/** After "Address:", whatever it looks like: the console may not know its network. */
function namedIn(text: string): AddressSpan | null {
  const found = addressNames.exec(text)
  const [whole = '', value = ''] = found ?? []
  const name = value.replace(/[.:]+$/, '')
  if (!found || name === '') return null
  const at = found.index + whole.length - value.length
  return { text: name, at, end: at + name.length }
}

const addressNames =
  /(?<![\p{L}\p{N}_])(?:[a-z]+[ _-]?)?(?:address|addr|account(?:[ _-]*(?:id|name|number|no\.?))?|wallet|recipient|destination|payee|adresse|dirección|indirizzo|адрес|地址|アドレス|주소)["'`]*\s*(?:\([^()]*\))?\s*[:=]\s*["'`]*([\p{L}\p{N}._-]+)/iu

function bareWord(text: string): AddressSpan | null {
  const word = text.replace(/^[\s"'“‘«`([{<*]+|[\s"'”’»`)\]}>*,;:!?.]+$/g, '')
  if (word === '' || /[\s"“”«»`()[\]{}<>,;|]/.test(word)) return null
  const at = text.indexOf(word)
  return { text: word, at, end: at + word.length }
}

function noAddress(text: string): string | null {
  if (text.length > longestAddress) return tooLong(text.length)
  if (bareWord(text)?.text !== text) return 'None of these words looks like an address.'
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'This is an email address, not a network address.'
  // Only NEAR has accounts with such names.
  if (
    /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}$/u.test(text) &&
    !/\.(?:near|testnet|tg)$/i.test(text)
  )
    return 'This is a name, not an address. The console does not resolve names: paste the address itself.'
  return null
}

function whereFound(text: string, { text: address, at, end, link }: AddressSpan): readonly string[] {
  if (link) return [link.remark]
  const around = text.slice(0, at) + text.slice(end)
  const remarks =
    text.slice(at, end) === address || end - at === address.length
      ? []
      : ['White space within it was removed.']
  if (/[\p{L}\p{N}]/u.test(around)) return [...remarks, 'Taken from a longer text.']
  if (/\S/.test(around)) return [...remarks, 'Punctuation around it was removed.']
  return around === '' ? remarks : [...remarks, 'White space around it was removed.']
}

/** A pasted text as people see it: no hidden characters, escapes or full-width forms. */
function plainText(pasted: string): CleanText {
  const { text, hidden } = withoutHidden(pasted)
  // Only the forms that an input method writes: a Kelvin sign is not a K.
  const narrow = text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0\u202f]|&nbsp;/g, ' ')
  // A link may be encoded as a whole.
  const decoded = /%3A%2F%2F/i.test(narrow) ? (decodedSegment(narrow) ?? narrow) : narrow
  // JSON within JSON, and Markdown.
  const plain = decoded.replace(/\\{1,4}[nrt]/g, '\n').replace(/\\{1,4}(["'/_*[\]()#.:-])/g, '$1')
  return { text: plain, hidden }
}
