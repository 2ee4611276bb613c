/** What a webhook sends: no more than its operator allows, in words that no text of the service can bend. */
import type { ChangedEntry, ChangedKind, ChangeEvent, RecordChange } from '../../../contract/changes.ts'
import { counted } from '../../../contract/count-text.ts'
import { recordChangeInWords } from '../../../display/change-words.ts'
import { transactionInWords } from '../../../display/labels.ts'
import { changesHref } from '../../../url/changes.ts'
import { inFlightHref, reviewHref, transactionHref, vaultHref, whitelistHref } from '../../../url/hrefs.ts'
import type { GatheredEvents, WebhookEvent } from './conditions.ts'
import type { ConditionName, DetailLevel, Duration } from './webhooks-file.ts'

interface MessageContext {
  /** As the operator calls it. */
  readonly account: string
  readonly console: string | null
  readonly details: DetailLevel
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The body, as JSON. */
export function webhookMessage(events: GatheredEvents, context: MessageContext): string {
  const { first, counts, total } = events
  const { account, console, now } = context
  const [only] = first
  const names = [...counts.keys()]
  const page = only && total === 1 ? pageOf(only, context) : pageOfMany(events)
  const said = only && total === 1 ? sentenceOf(only, context) : sentenceOfMany(total, counts)
  return messageText(
    names.length === 1 ? (names[0] ?? '') : 'several',
    now,
    // It may be delivered much later.
    `${plainText(account)}, ${minuteText(now)}: ${said}`,
    console === null ? null : console + page,
    {
      account,
      count: total,
      counts: Object.fromEntries(counts),
      events: first.map((event) => eventFields(event, context)),
    },
  )
}

export function testMessage(name: string, console: string | null, now: number): string {
  return messageText('test', now, `Test of the webhook ${plainText(name)}`, console, {})
}

function messageText(type: string, now: number, said: string, link: string | null, data: object): string {
  const sentence = `${cut(said, mostSaid)}.${link === null ? '' : ` ${link}`}`
  return JSON.stringify({
    ...{ type, timestamp: new Date(now).toISOString(), text: sentence },
    data: { ...data, link },
  })
}

/** Characters of a sentence, and of what the service says in it or in a field. */
const mostSaid = 500
const mostOfText = 130

/**
 * Text of the service without anything that a chat turns into a mention, a link, mark-up or a picture, or that hides or reorders text: letters,
 * digits and little else are left. A point within a word would make it a link; that of a number stays.
 */
export function plainText(text: string): string {
  const words = text
    .slice(0, 2000)
    .normalize('NFC')
    .replace(/[\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N} .,'+_-]/gu, ' ')
    // Within a word it is no mark-up.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, ' ')
    .split(' ')
    .map((word) => (/^[-+]?\d+(\.\d+)?$/.test(word) ? word : word.replace(/\.(?=[^.]*[^.,'])/g, ' ')))
  return cut(words.join(' ').replace(/ +/g, ' ').trim(), mostOfText)
}

/** An ellipsis never stands for half a character. */
function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function plain(text: string | null): string | null {
  return text === null ? null : plainText(text)
}

/** Null where it could be anything but an id or an address: a changed one would be another's. */
function exact(text: string | null): string | null {
  return text !== null && /^[A-Za-z0-9._:-]{1,130}$/.test(text) ? text : null
}

function sentenceOf(event: WebhookEvent, { details, now }: MessageContext): string {
  switch (event.kind) {
    case 'change': {
      const { change } = event
      const said =
        details === 'all'
          ? recordChangeInWords(plainChange(change))
          : withId(changeSentence(change), change.id, details)
      return said + ageInWords(change, now)
    }
    case 'in-flight': {
      const { transaction, limit } = event
      const what =
        details === 'all'
          ? transactionInWords(plainDetails(transaction))
          : withId('A transaction', transaction.id, details)
      return `${what} has been in flight for more than ${durationInWords(limit)}: since ${minuteText(transaction.since)}, or longer`
    }
    case 'finding': {
      const { title, name, address } = event.finding
      const of = [name, address].flatMap((text) => (text ? [plainText(text)] : []))
      return `Critical finding in the whitelist review: ${title}${details === 'all' && of.length > 0 ? `, ${of.join(', ')}` : ''}`
    }
    case 'silence':
      return `The custody service has not answered since ${minuteText(Date.parse(event.since))}`
  }
}

function withId(said: string, id: string, details: DetailLevel): string {
  return details === 'ids' && exact(id) !== null ? `${said} (${plainText(id)})` : said
}

const subjects: Readonly<Record<ChangedKind, string>> = {
  transaction: 'A transaction',
  whitelist: 'A whitelist',
  entry: 'An entry of a whitelist',
  vault: 'A vault',
  holding: 'A balance of a vault',
  balance: 'A balance',
}

const verbs: Readonly<Record<ChangeEvent, string>> = {
  gone: 'was removed',
  final: 'changed after it was final',
  backwards: 'went back to an earlier status',
  late: 'is new, on a day that was already read',
  unexplained: 'changed in a way that transactions do not explain',
  new: 'is new',
  changed: 'changed',
  returned: 'is listed again',
  unlisted: 'is no longer listed',
}

function changeSentence({ kind, event, before, after }: RecordChange): string {
  if (kind !== 'transaction') return `${subjects[kind]} ${verbs[event]}`
  if (event === 'gone') return 'A transaction is gone: the service no longer knows it'
  const isSuch = before !== after && event !== 'final'
  if (isSuch && after === 'failed') return 'A transaction failed'
  if (isSuch && after === 'rejected') return 'A transaction was rejected'
  return `A transaction ${verbs[event]}`
}

/** One, and several. */
const countedWords: Readonly<Record<ConditionName, readonly [string, string]>> = {
  failed: ['failed or rejected transaction', 'failed or rejected transactions'],
  in_flight_longer_than: ['transaction in flight for too long', 'transactions in flight for too long'],
  whitelist_changed: ['change of whitelists', 'changes of whitelists'],
  never_should_happen: ['change that should never happen', 'changes that should never happen'],
  balance_unexplained: [
    'balance that transactions do not explain',
    'balances that transactions do not explain',
  ],
  review_critical: ['critical finding', 'critical findings'],
  service_silent: ['custody service that does not answer', 'custody services that do not answer'],
}

function sentenceOfMany(total: number, counts: ReadonlyMap<ConditionName, number>): string {
  const parts = [...counts].map(([name, count]) => counted(count, ...countedWords[name]))
  return `${counted(total, 'event')}: ${parts.join(', ')}`
}

/** Empty for what was seen as it happened. Nothing is told of an earlier time as if it had happened now. */
function ageInWords({ since, seen }: Pick<RecordChange, 'since' | 'seen'>, now: number): string {
  const [from, until] = [since === null ? Number.NaN : Date.parse(since), Date.parse(seen)]
  if (now - from < soon) return ''
  return Number.isNaN(from)
    ? `. It happened before ${minuteText(until)}`
    : `. It happened between ${minuteText(from)} and ${minuteText(until)}`
}

/** Milliseconds. */
const soon = 10 * 60_000

/** "2026-11-29 14:02 UTC". */
function minuteText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** "2 h 30 min". */
function durationInWords({ milliseconds }: Duration): string {
  const seconds = milliseconds / 1000
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
}

/** With what the level allows. Absent is what it does not, null what is unknown or no plain text. */
function eventFields(event: WebhookEvent, context: MessageContext): object {
  const { details, console, now } = context
  const common = {
    when: event.when,
    text: `${cut(sentenceOf(event, context), mostSaid)}.`,
    ...(console !== null && { link: console + pageOf(event, context) }),
  }
  const ofIds = (fields: object) => (details === 'none' ? {} : fields)
  const ofAll = (fields: object) => (details === 'all' ? fields : {})
  switch (event.kind) {
    case 'change': {
      const { change } = event
      const { kind, since, seen, isWhole: whole_reading } = change
      const { name, before, after, fields } = plainChange(change)
      return {
        ...{ ...common, kind, event: change.event, since, seen, whole_reading },
        ...ofIds({ id: exact(change.id) }),
        ...ofAll({ name, ...plainDetails(change), before, after, fields: fields.slice(0, mostFields) }),
        ...ofAll(kind === 'entry' ? { before: entryIn(change.before), after: entryIn(change.after) } : {}),
      }
    }
    case 'in-flight': {
      const { transaction, limit } = event
      const [since, seen] = [transaction.since, now].map((instant) => new Date(instant).toISOString())
      return {
        ...{ ...common, kind: 'transaction', since, seen, longer_than: limit.text },
        ...ofIds({ id: exact(transaction.id) }),
        ...ofAll({ ...plainDetails(transaction), status: plain(transaction.status) }),
      }
    }
    case 'finding': {
      const { id, name, address, asset_id, network_id } = event.finding
      const asset = { asset_id: plain(asset_id), network_id: plain(network_id) }
      return {
        ...{ ...common, kind: 'finding', ...ofIds({ id }) },
        ...ofAll({ name: plain(name), address: exact(address), ...asset }),
      }
    }
    case 'silence':
      return { ...common, kind: 'service', since: event.since }
  }
}

/** Of one change. */
const mostFields = 10

type Details = Pick<RecordChange, 'transaction_type' | 'amount' | 'asset_id' | 'network_id'>

function plainDetails({ transaction_type, amount, asset_id, network_id }: Details): Details {
  return {
    ...{ transaction_type: plain(transaction_type), amount: plain(amount) },
    ...{ asset_id: plain(asset_id), network_id: plain(network_id) },
  }
}

/** For words. An address that is no plain text is still one. */
function plainChange(change: RecordChange): RecordChange {
  const { kind, name, before, after, fields } = change
  const value = (text: string | null) => {
    if (kind !== 'entry' || text === null) return plain(text)
    const entry: ChangedEntry = JSON.parse(text)
    return JSON.stringify(entry, (_, each) => (typeof each === 'string' ? plainText(each) : each))
  }
  return {
    ...{ ...change, ...plainDetails(change), id: plainText(change.id), name: plain(name) },
    ...{ before: value(before), after: value(after) },
    fields: fields.map((one) => ({
      field: plainText(one.field),
      before: plain(one.before),
      after: plain(one.after),
    })),
  }
}

function entryIn(text: string | null): ChangedEntry | null {
  if (text === null) return null
  const { asset_id, network_id, address, memo }: ChangedEntry = JSON.parse(text)
  const asset = { asset_id: plain(asset_id), network_id: plain(network_id) }
  return { ...asset, address: exact(address), memo: plain(memo) }
}

/** Of the console, from its root. Ids are in it where they are allowed. */
function pageOf(event: WebhookEvent, { details }: Pick<MessageContext, 'details'>): string {
  const idOf = (id: string) => (details === 'none' ? null : exact(id))
  switch (event.kind) {
    case 'change': {
      const { kind, id, since, seen } = event.change
      const named = idOf(id)
      if (named === null) return changesPage(since ?? seen)
      if (kind === 'transaction') return transactionHref(named)
      if (kind === 'vault' || kind === 'holding') return vaultHref(named)
      return kind === 'balance' ? '/balances' : whitelistHref(named)
    }
    case 'in-flight': {
      const named = idOf(event.transaction.id)
      return named === null ? inFlightHref : transactionHref(named)
    }
    case 'finding':
      return reviewHref(details === 'none' ? {} : { finding: event.finding.id })
    case 'silence':
      return '/'
  }
}

function pageOfMany({ counts, from }: GatheredEvents): string {
  const [name, ...others] = counts.keys()
  if (others.length === 0 && name === 'in_flight_longer_than') return inFlightHref
  if (others.length === 0 && name === 'review_critical') return reviewHref()
  return from === null ? '/' : changesPage(from)
}

/** From then to the latest reading. */
function changesPage(from: string): string {
  const [day = '', time = ''] = new Date(from).toISOString().split('T')
  const moment = { day, time: time.slice(0, 5), offset: null }
  return changesHref({ from: moment, until: null, zone: null, show: null })
}
