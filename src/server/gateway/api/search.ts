/** `GET /api/search`: what a text is found in, from the store alone. */
import { nameOrId } from '../../../contract/normal-records.ts'
import type {
  OfferedFilter,
  PartyHit,
  SearchAnswer,
  SearchFigure,
  SearchGroup,
  SearchHit,
  SearchOffer,
  TransactionHit,
} from '../../../contract/search.ts'
import { readShortened, type ShortenedText } from '../../../contract/shortened-text.ts'
import { failureCode } from '../../../database/database.ts'
import { rank } from '../../../list/rank.ts'
import { excerpt } from '../../../search/excerpt.ts'
import type { Asked } from '../../../search/filter-in-words.ts'
import { filterSentence } from '../../../search/filter-sentence.ts'
import type { PartyName, SearchNames } from '../../../search/names.ts'
import { type ParsedSearch, readSearch } from '../../../search/read-search.ts'
import type { AccountNames } from '../../../store/queries/search.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { awaitRecords, tookTooLong, unansweredRefusal } from './awaited.ts'
import { storeBasis } from './basis.ts'
import { consoleTransaction, recordIn } from './console-records.ts'
import { type ApiContext, isKnown, ofOneRevision, withinTime } from './kept-or-asked.ts'
import { nowOf } from './reports.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'
import { askedOf, searchFigure } from './search-figures.ts'
import { soonOrNull } from './transactions.ts'

/** Of each group. */
const mostHits = 6
/** An offer of no more than these shows them. */
const fewHits = 5
/** For each question of the store. What takes longer is told. */
const mostSeconds = 3

export async function answerSearch(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const seconds = context.settings.DATABASE_TIMEOUT_SECONDS
  const outcome = await withinTime(seconds, call.signal, (signal) =>
    ofOneRevision(context, call, async (kept) => {
      if (!('rows' in kept)) return { kept }
      const search = new Search(context, { ...call, signal }, kept)
      const body = isKnown(kept, 'transactions') ? await search.answer() : await search.early()
      return body ? { body } : { kept }
    }),
  )
  if ('body' in outcome) {
    const rows = outcome.body.groups.reduce((sum, { hits }) => sum + hits.length, 0)
    return { body: outcome.body, outcome: { rows, from: 'store' } }
  }
  if ('unanswered' in outcome) throw unansweredRefusal(outcome.unanswered, Math.min(seconds, mostSeconds))
  throw awaitRecords(outcome.kept)
}

/** Names are read once for each revision of an account. */
const namesOf = new Map<string, Promise<AccountNames>>()
const mostNamed = 64

class Search {
  readonly #context: ApiContext
  readonly #call: ApiCall
  readonly #kept: KeptRecords
  readonly #work: { readonly signal: AbortSignal; readonly seconds: number }
  /** Asked for once: for the card and for the list of results. */
  #addressGroups: Promise<readonly SearchGroup[]> | undefined

  constructor(context: ApiContext, call: ApiCall, kept: KeptRecords) {
    this.#context = context
    this.#call = call
    this.#kept = kept
    this.#work = { signal: call.signal, seconds: mostSeconds }
  }

  async answer(): Promise<SearchAnswer> {
    const names = searchNames(await this.#names())
    const reading = this.#reading(names)
    const { text, offered } = reading
    const exact = await this.#named(reading)
    const isFound = exact !== null && exact.total !== 0 && reading.isSingle
    const [answer, offer, groups] = await Promise.all([
      isFound ? null : this.#figure(reading, names),
      isFound || offered.filter === null ? null : this.#offer(offered.filter),
      isFound ? [exact] : this.#groups(reading, names, exact),
    ])
    return {
      ...storeBasis(this.#kept, 'transactions'),
      text,
      answer,
      groups,
      offer,
      choices: isFound
        ? []
        : offered.choices.map((filter) => ({ title: filterSentence(filter, names), filter })),
      unknown: isFound ? [] : offered.unknown,
      remarks: isFound ? [] : offered.remarks,
      not_searched: (['vaults', 'whitelists'] as const).filter((list) => !isKnown(this.#kept, list)),
    }
  }

  /** While the first records are read: what the text names alone, if that was read already. Null for everything else. */
  async early(): Promise<SearchAnswer | null> {
    const { reading: progress } = this.#kept.standing.status
    // Before its first page, rows may be left of a reading that was broken off.
    if (progress === null || progress.records === 0) return null
    const reading = this.#reading(noNames)
    const exact = reading.isSingle ? await this.#named(reading) : null
    if (!exact?.total) return null
    return {
      ...{ ...storeBasis(this.#kept, 'transactions'), as_of: progress.begun },
      ...{ text: reading.text, answer: null, groups: [exact], offer: null },
      ...{ choices: [], unknown: [], remarks: [stillRead], not_searched: [] },
    }
  }

  #reading(names: SearchNames): ParsedSearch {
    const typed = this.#call.query.filter.get('text') ?? ''
    return readSearch(typed, names, new Date(nowOf(this.#context, this.#call)))
  }

  async #figure(reading: ParsedSearch, names: SearchNames): Promise<SearchFigure | null> {
    const asked = reading.offered.asked ?? (await this.#addressAsked(reading))
    const scope = { context: this.#context, call: this.#call, kept: this.#kept, names }
    return asked && searchFigure(scope, asked)
  }

  /** The one address that the text is, or whose ends it has. */
  async #addressAsked(reading: ParsedSearch): Promise<Asked | null> {
    const { isSingle, addresses, words } = reading
    if (!isSingle || addresses.length > 1) return null
    const [whole] = addresses
    if (whole !== undefined) {
      // A hash may look like an address that nobody has.
      const isKnownHere = (await this.#atAddresses(reading)).some(({ total }) => total !== 0)
      return isKnownHere ? { kind: 'party', id: whole, name: whole } : null
    }
    const short = words === null ? null : (readShortened(words) ?? eitherEnd(words))
    if (words === null || short === null) return null
    const page = await this.#kept.rows.transactionPage(
      { text: words },
      { limit: mostWithEnds, offset: 0 },
      this.#work,
    )
    const found = page
      .map(consoleTransaction)
      .flatMap(({ source, destination }) => [source.source_address, destination.destination_address])
    const [id, another] = new Set(found.filter((address) => address !== null && hasEnds(address, short)))
    return id && another === undefined && page.length < mostWithEnds ? { kind: 'party', id, name: id } : null
  }

  async #groups(
    reading: ParsedSearch,
    names: SearchNames,
    exact: SearchGroup | null,
  ): Promise<readonly SearchGroup[]> {
    const named = exact ? [exact] : []
    const here = await this.#atAddresses(reading)
    // Its words are the address again.
    if (reading.isSingle && here.some(({ total }) => total !== 0)) return here
    return [
      ...named.filter(({ total }) => total !== 0),
      ...here,
      ...(await this.#ofAmounts(reading)),
      ...(await this.#called(reading, names)),
      ...(await this.#withWords(reading)),
      ...named.filter(({ total }) => total === 0),
    ]
  }

  async #names(): Promise<AccountNames> {
    const { rows, standing, account } = this.#kept
    const key = JSON.stringify([account, standing.revision])
    // Of those that ask meanwhile, each would end the question of all.
    const names = namesOf.get(key) ?? rows.names({ seconds: mostSeconds })
    namesOf.delete(key)
    namesOf.set(key, names)
    const [oldest] = namesOf.keys()
    if (namesOf.size > mostNamed && oldest !== undefined) namesOf.delete(oldest)
    try {
      return await names
    } catch (error) {
      namesOf.delete(key)
      throw error
    }
  }

  /** By id, hash or link. Null where the text names none. */
  async #named({ ids, hashes, isSingle, text, words }: ParsedSearch): Promise<SearchGroup | null> {
    const byHash = await this.#kept.rows.idsOfHashes(hashes.flat(), mostHits * 2, this.#work)
    const wanted = [...new Set([...byHash, ...ids])]
    const { rows } = this.#kept
    const found = await rows.transactionPage(
      { transaction_id: wanted },
      { limit: mostHits * 2, offset: 0 },
      this.#work,
    )
    const hits = found.map((row) => hitOf(consoleTransaction(row), []))
    const isId = isSingle && words === null
    const looked = hashes.length > 0 ? hashes.map(([written = '']) => written) : isId ? [text] : []
    if (hits.length === 0 && looked.length === 0) return null
    const own = hits.flatMap(({ transaction_id: id }) => id ?? [])
    return {
      kind: 'transactions',
      looked_for: `transactions with the id or hash ${looked.length > 0 ? looked.join(' or ') : own.join(' or ')}`,
      total: hits.length,
      hits: hits.slice(0, mostHits),
      filter: { transaction_id: own.length > 0 ? [...new Set(own)] : looked },
    }
  }

  #atAddresses({ addresses }: ParsedSearch): Promise<readonly SearchGroup[]> {
    this.#addressGroups ??= this.#groupsAt(addresses)
    return this.#addressGroups
  }

  async #groupsAt(addresses: readonly string[]): Promise<readonly SearchGroup[]> {
    const groups: SearchGroup[] = []
    for (const address of addresses) {
      groups.push(
        await this.#transactions(`transactions at the address ${address}`, { address: [address] }),
        await this.#whitelistsAt(address),
      )
    }
    return groups
  }

  async #whitelistsAt(address: string): Promise<SearchGroup> {
    const filter = { address: [address] }
    const page = await this.#kept.rows.listPage('whitelists', filter, firstRows, this.#work)
    const parties = page.records.flatMap((record) => whitelistName(record) ?? [])
    const looked_for = `whitelists with the address ${address}`
    return { kind: 'whitelists', looked_for, total: page.total, hits: await this.#parties(parties), filter }
  }

  async #ofAmounts({ amounts, offered }: ParsedSearch): Promise<readonly SearchGroup[]> {
    const groups: SearchGroup[] = []
    const asset_id = offered.filter?.asset_id
    for (const amount of amounts) {
      const filter = { amount_from: [amount], amount_to: [amount], ...(asset_id && { asset_id }) }
      const looked = `transactions of exactly ${amount}${asset_id ? ` ${asset_id.join(' or ')}` : ''}`
      groups.push(await this.#transactions(looked, filter))
    }
    return groups
  }

  /** By names and ids, in any case and without accents; vaults and whitelists also by what else their list finds. */
  async #called({ text, words }: ParsedSearch, names: SearchNames): Promise<readonly SearchGroup[]> {
    if (text.length < 2 || text.split(' ').length > mostNameWords) return []
    const { rows } = this.#kept
    const ofKind = (kind: PartyName['kind']) =>
      rank(
        text,
        names.parties.filter((party) => party.kind === kind),
        ({ id, name }) => ({ label: name, id }),
      )
    const which = `with “${text}” in a name or id`
    const query = words === null ? null : { text: words }
    const vaults = query && (await rows.listPage('vaults', query, firstRows, this.#work))
    const whitelists = query && (await rows.listPage('whitelists', query, firstRows, this.#work))
    const others = ofKind('party')
    const assets = rank(text, names.assets, ({ id, name }) => ({ label: id, also: [name] }))
    return [
      {
        kind: 'vaults',
        looked_for: `vaults ${which}`,
        ...(await this.#merged(
          ofKind('vault'),
          vaults && { ...vaults, parties: vaults.records.flatMap((record) => vaultName(record) ?? []) },
          words,
        )),
      },
      {
        kind: 'whitelists',
        looked_for: `whitelists with “${text}” in a name, id or address`,
        ...(await this.#merged(
          ofKind('whitelist'),
          whitelists && {
            ...whitelists,
            parties: whitelists.records.flatMap((record) => whitelistName(record) ?? []),
          },
          words,
        )),
      },
      {
        kind: 'parties',
        looked_for: `parties ${which}`,
        total: others.length,
        hits: await this.#parties(others.slice(0, mostHits)),
        filter: null,
      },
      {
        kind: 'assets',
        looked_for: `assets ${which}`,
        total: assets.length,
        hits: assets.slice(0, mostHits).map(({ id, name }) => ({ kind: 'asset', id, name })),
        filter: null,
      },
    ]
  }

  /** The best names first, then what only the list finds. The list shows exactly these unless a name differs in an accent. */
  async #merged(
    ranked: readonly PartyName[],
    page: { readonly total: number; readonly parties: readonly PartyName[] } | null,
    words: string | null,
  ): Promise<Pick<SearchGroup, 'total' | 'hits' | 'filter'>> {
    const isListed = ({ id, name }: PartyName) =>
      words
        ?.toLowerCase()
        .split(' ')
        .every((word) => [id, name].some((one) => one.toLowerCase().includes(word)))
    const added = ranked.filter((party) => page === null || !isListed(party))
    const hits = [
      ...ranked,
      ...(page?.parties ?? []).filter(({ id }) => !ranked.some((one) => one.id === id)),
    ]
    return {
      total: (page?.total ?? 0) + added.length,
      hits: await this.#parties(hits.slice(0, mostHits)),
      filter: added.length === 0 && words !== null ? { text: [words] } : null,
    }
  }

  async #withWords({ words, parts }: ParsedSearch): Promise<readonly SearchGroup[]> {
    if (words === null) return []
    const all = await this.#transactions(`transactions ${whereWords(words)}`, { text: [words] })
    if (all.total !== 0 || parts.length < 2) return [all]
    const groups = [all]
    for (const part of parts)
      groups.push(await this.#transactions(`transactions ${whereWords(part)}`, { text: [part] }))
    return groups
  }

  async #transactions(looked_for: string, filter: OfferedFilter): Promise<SearchGroup> {
    const words = filter.text?.flatMap((text) => text.toLowerCase().split(' ')) ?? []
    const { total, hits } = await this.#found(filter, words, () => mostHits)
    return { kind: 'transactions', looked_for, total, hits, filter }
  }

  async #offer(filter: OfferedFilter): Promise<SearchOffer> {
    const { hits } = await this.#found(filter, [], (count) => (count <= fewHits ? count : 0))
    return { filter, hits }
  }

  async #found(filter: OfferedFilter, words: readonly string[], shown: (total: number) => number) {
    const query = askedOf(filter)
    const counting = this.#context.answers.count(this.#kept, query).catch(() => null)
    const count = await soonOrNull(counting, 1000 * mostSeconds)
    const limit = count === null ? shown(fewHits + 1) : Math.min(count.total, shown(count.total))
    return {
      total: count?.total ?? null,
      hits: limit === 0 ? [] : await this.#first(query, limit, words),
    }
  }

  async #first(
    query: TransactionQuery,
    limit: number,
    words: readonly string[],
  ): Promise<readonly TransactionHit[]> {
    try {
      const page = await this.#kept.rows.transactionPage(query, { limit, offset: 0 }, this.#work)
      return page.map((row) => hitOf(consoleTransaction(row), words))
    } catch (error) {
      // What is counted in time is told without the rows, which take as long.
      if (failureCode(error) === tookTooLong && !this.#work.signal.aborted) return []
      throw error
    }
  }

  async #parties(parties: readonly PartyName[]): Promise<readonly SearchHit[]> {
    const uses = await this.#kept.rows.endCounts(
      parties.map(({ id }) => id),
      this.#work,
    )
    return parties.map(
      (party): PartyHit => ({ ...party, ...(uses.get(party.id) ?? { sent: 0, received: 0 }) }),
    )
  }
}

/** Of more transactions, their addresses are not looked through. */
const mostWithEnds = 1000

type AddressEnds = ShortenedText | { readonly either: string }

/** "4A69De" is the beginning or the end of an address. */
function eitherEnd(word: string): AddressEnds | null {
  return /^(?=.*\d)[\da-z]{4,12}$/i.test(word) ? { either: word } : null
}

function hasEnds(address: string, ends: AddressEnds): boolean {
  const text = address.toLowerCase()
  if ('either' in ends) {
    const part = ends.either.toLowerCase()
    return text.startsWith(part) || text.startsWith(`0x${part}`) || text.endsWith(part)
  }
  return text.startsWith(ends.start.toLowerCase()) && text.endsWith(ends.end.toLowerCase())
}

const noNames: SearchNames = { parties: [], assets: [], networks: [] }
const stillRead = 'Records are still being read, so there may be more.'

const firstRows = { limit: mostHits, offset: 0 }
const mostNameWords = 8

function searchNames({ vaults, whitelists, parties, assets, networks }: AccountNames): SearchNames {
  const listed: readonly PartyName[] = [
    ...vaults.map((vault) => ({ kind: 'vault' as const, ...vault })),
    ...whitelists.map((whitelist) => ({ kind: 'whitelist' as const, ...whitelist })),
  ]
  const known = new Set(listed.map(({ id }) => id))
  const others = parties.filter(({ id }) => !known.has(id))
  return {
    parties: [...listed, ...others.map((party) => ({ kind: 'party' as const, ...party }))],
    assets,
    networks,
  }
}

function vaultName(record: string): PartyName | null {
  const { vault_id: id, vault_name, vault_type: type } = recordIn('vaults', record)
  return id === null ? null : { kind: 'vault', id, name: nameOrId(vault_name, id) ?? id, type }
}

function whitelistName(record: string): PartyName | null {
  const { whitelist_id: id, whitelist_name, whitelist_type: type } = recordIn('whitelists', record)
  return id === null ? null : { kind: 'whitelist', id, name: nameOrId(whitelist_name, id) ?? id, type }
}

function whereWords(words: string): string {
  const each = words.split(' ')
  const short = each.length === 1 ? readShortened(words) : null
  if (short) {
    const { start, end } = short
    const ends = [start && `begins with ${start}`, end && `ends with ${end}`].filter(Boolean)
    return `with an id, hash or address that ${ends.join(' and ')}`
  }
  const places = 'an id, hash, address, name, note or memo'
  if (each.length === 1 && /^[\da-z]*\d[\da-z]*$/i.test(words))
    return `with ${places} that begins with or contains ${words}`
  return `with ${each.map((word) => `“${word}”`).join(' and ')} in ${places}`
}

function hitOf(
  {
    transaction_id,
    transaction_type,
    status,
    amount,
    asset_id,
    note,
    txn_hash,
    destination: { memo },
  }: ReturnType<typeof consoleTransaction>,
  words: readonly string[],
): TransactionHit {
  const places = [
    ['note', note],
    ['memo', memo],
    ['hash', txn_hash],
  ] as const
  const place = places.find(([, text]) => words.some((word) => text?.toLowerCase().includes(word)))
  const match = place ? { field: place[0], text: excerpt(place[1] ?? '', words) } : null
  return { kind: 'transaction', transaction_id, transaction_type, status, amount, asset_id, match }
}
