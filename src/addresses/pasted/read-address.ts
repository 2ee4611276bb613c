/** Reads a pasted text: the address that it means, with its memo. */
import { hiddenRemark } from '../../contract/hidden-characters.ts'
import { accountTest, certaintyOf, looksLikeHash } from './certainty.ts'
import { type LinkReading, readLink } from './links.ts'
import { memoFor, type Span } from './memos.ts'
import { plainText } from './plain-text.ts'
import { findAddresses, type Run, readingsOf, runsOf } from './runs.ts'

export interface AddressAndMemo {
  readonly address: string
  /** Pasted with the address. */
  readonly memo: string | null
}

export type PastedAddress =
  | ({
      readonly kind: 'address'
      /** Whether it has the form of one: a text alone may be an address of a network that is unknown here. */
      readonly isFormed: boolean
      /** Sentences about the text that was left out. */
      readonly remarks: readonly string[]
    } & AddressAndMemo)
  /** Different accounts. None of them is meant before somebody chooses. */
  | { readonly kind: 'several'; readonly addresses: readonly AddressAndMemo[]; readonly why: string }
  | { readonly kind: 'none'; readonly why: string }

/** Null for an empty text. */
export function readAddress(pasted: string): PastedAddress | null {
  // Somebody may paste a whole file.
  if (pasted.length > longestPaste) return none(tooLong(pasted.length))
  const { text, hidden } = plainText(pasted)
  if (text.trim() === '') return null
  const found = findAll(text)
  const accounts = withoutSpellings(found.spans)
  const memoOf = (span: Found) => {
    const isSame = accountTest(span.text)
    const next = found.spans.find((other) => other.at >= span.end && !isSame(other.text))
    const isOnly = accounts.length < 2
    return (
      span.link?.memo ??
      memoFor(
        text,
        span,
        [...found.spans, ...found.links, span],
        isOnly ? 0 : span.at,
        isOnly ? text.length : (next?.at ?? text.length),
      )
    )
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
  const [link] = found.links
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

/** Those that have the form of one. */
export function addressesMeant(read: PastedAddress | null): readonly AddressAndMemo[] {
  if (read?.kind === 'several') return read.addresses
  return read?.kind === 'address' && read.isFormed ? [read] : []
}

/** Tell whether an address is one that the text names, however it is spelled. */
export function accountsMeant(pasted: string): readonly ((address: string) => boolean)[] {
  return addressesMeant(readAddress(pasted)).map(({ address }) => accountTest(address))
}

/** The ids and hashes of transactions that a text names: in links, and behind words such as "hash". */
export function readTransactions(pasted: string): readonly string[] {
  if (pasted.length > longestPaste) return []
  const { text } = plainText(pasted)
  const { links, hashes } = findAll(text)
  return [...new Set([...links.flatMap(({ reading }) => reading.transactions), ...hashes])]
}

const longestPaste = 8192
/** The service accepts no longer filter. */
const longestAddress = 512

function none(why: string): PastedAddress {
  return { kind: 'none', why }
}

function tooLong(length: number): string {
  return `That is ${length} characters long. No address is that long.`
}

interface Found extends Span {
  readonly link?: LinkReading
}

interface FoundLink extends Span {
  readonly reading: LinkReading
}

interface FoundAll {
  readonly spans: readonly Found[]
  readonly links: readonly FoundLink[]
  readonly hashes: readonly string[]
}

function findAll(text: string): FoundAll {
  const links: FoundLink[] = []
  const hashes: string[] = []
  const runs = runsOf(text)
  const single = runs.map((run): readonly Found[] => {
    const link = readingsOf(run).every((reading) => certaintyOf(reading.text) === null) ? linkIn(run) : null
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

function linkIn(run: Run): LinkReading | null {
  return readLink(run.text.replace(/[.:]+$/, ''))
}

const hashNames =
  /(?:\btx(?:n|id|hash)?|hash|transaction(?:[ _-]*(?:id|hash))?|signature|block|digest|reference)["'`]?\s*(?:is|id|no\.?)?\s*[:=#(]*\s*["'`]?$/i

/** Nobody chooses among more. */
const mostSpans = 40

/** Each account once, in its first spelling. */
function withoutSpellings(spans: readonly Found[]): readonly Found[] {
  const accounts: { readonly span: Found; readonly isSame: (address: string) => boolean }[] = []
  const byText = new Map(spans.toReversed().map((span) => [span.text, span]))
  for (const span of [...byText.values()].toReversed().slice(0, mostSpans))
    if (!accounts.some(({ isSame }) => isSame(span.text)))
      accounts.push({ span, isSame: accountTest(span.text) })
  return accounts.map(({ span }) => span)
}

interface Join extends Found {
  /** Its parts are no addresses of their own. */
  readonly replaces: boolean
}

/** Addresses that are broken by spaces or lines, if their checksum or their form proves it. */
function joinedIn(text: string, runs: readonly Run[], spans: readonly Found[]): readonly Join[] {
  const joins: Join[] = []
  let tries = mostTries
  const isFree = (run: Run) =>
    !spans.some(
      (span) =>
        isWithin(span, { at: run.at, end: run.at + run.text.length }) && certaintyOf(span.text) === 'proved',
    )
  for (let start = 0; start < runs.length; start += 1) {
    const first = runs[start]
    if (!first || !isPart(first.text) || !isFree(first)) continue
    let joined = unbroken(first.text)
    const lengths: number[] = []
    let best: Join | null = null
    for (let next = start + 1; next < runs.length && joined.length < longestJoined; next += 1) {
      const before = runs[next - 1]
      const run = runs[next]
      // A mark of a sentence ends an address.
      if (!before || !run || /[.:?]$/.test(before.text) || !isPart(run.text) || !isFree(run)) break
      if (!/^[\s>|\\]+$/.test(text.slice(before.at + before.text.length, run.at))) break
      const part = unbroken(run.text)
      joined += part
      // Lines, or groups of one length, of which the first may be a prefix.
      const areGroups = lengths.length < 2 || lengths.every((length) => length === lengths[0])
      lengths.push(part.length)
      if (!areGroups || tries === 0) break
      if (!/\d.*\d/.test(joined) || joined.length < shortestJoined) continue
      tries -= 1
      const certainty = certaintyOf(joined)
      const isWhole = start === 0 && next === runs.length - 1 && spans.length === 0
      if (
        certainty === 'proved' ||
        (certainty === 'formed' && isUnmistakable(joined)) ||
        (certainty === 'formed' && isWhole)
      )
        best = {
          text: joined,
          at: first.at,
          end: run.at + part.length,
          replaces: certainty === 'proved' || !isUnmistakable(first.text),
        }
    }
    if (best === null) continue
    joins.push(best)
    const { end } = best
    while ((runs[start + 1]?.at ?? end) < end) start += 1
  }
  return joins
}

const shortestJoined = 20
const longestJoined = 120
/** A long text may be nothing but groups, and each try computes hashes. */
const mostTries = 400

function isPart(text: string): boolean {
  return /^[\da-z+/_:=-]+[.:?]?$/i.test(text)
}

/** Without the mark of a broken line, and of a sentence. */
function unbroken(text: string): string {
  return text.replace(/[.:?=-]+$/, '')
}

/** Where the length tells that nothing is missing. */
function isUnmistakable(text: string): boolean {
  return /^0x(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{96})$/i.test(text) || text.length > 90
}

function isWithin(inner: Omit<Span, 'text'>, { at, end }: Omit<Span, 'text'>): boolean {
  return inner.at >= at && inner.end <= end
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

/** Behind "Address:", whatever it looks like: its network may be unknown here. */
function namedIn(text: string): Found | null {
  const found = addressNames.exec(text)
  const [whole = '', value = ''] = found ?? []
  const name = value.replace(/[.:]+$/, '')
  if (!found || name === '') return null
  const at = found.index + whole.length - value.length
  return { text: name, at, end: at + name.length }
}

const addressNames =
  /(?<![\p{L}\p{N}_])(?:[a-z]+[ _-]?)?(?:address|addr|account(?:[ _-]*(?:id|name|number|no\.?))?|wallet|recipient|destination|payee|adresse|dirección|indirizzo|адрес|地址|アドレス|주소)["'`]*\s*(?:\([^()]*\))?\s*[:=]\s*["'`]*([\p{L}\p{N}._-]+)/iu

/** A single word in quotes, brackets and marks. */
function bareWord(text: string): Found | null {
  const word = text.replace(/^[\s"'“‘«`([{<*]+|[\s"'”’»`)\]}>*,;:!?.]+$/g, '')
  if (word === '' || /[\s"“”«»`()[\]{}<>,;|]/.test(word)) return null
  const at = text.indexOf(word)
  return { text: word, at, end: at + word.length }
}

/** Why a text cannot be an address of any network. */
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

function whereFound(text: string, { text: address, at, end, link }: Found): readonly string[] {
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
