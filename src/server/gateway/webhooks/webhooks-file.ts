/** The operator's file of webhooks. What of it cannot be used is named, and the rest works. */
import * as z from 'zod/mini'
import { isStatedLine } from '../../../contract/hidden-characters.ts'
import { parsedJson } from '../../http.ts'
import { readBy } from '../../settings.ts'
import { isLoopback } from '../origin.ts'

export interface WebhookSettings {
  /** Where people open the console, without a slash at its end; null where links are left out. */
  readonly console: string | null
  readonly webhooks: readonly Webhook[]
  /** Of those that cannot be used, too: what they were told is kept. */
  readonly names: readonly string[]
  readonly faults: readonly string[]
}

/** `none`: what kind of thing happened, and when. `ids`: to which records. `all`: names, addresses and amounts. */
const detailLevels = ['none', 'ids', 'all'] as const
export type DetailLevel = (typeof detailLevels)[number]

export type Webhook = ReturnType<typeof webhookOf>
export type Conditions = Webhook['when']
export type ConditionName = keyof Conditions

export interface Duration {
  /** As it stands in the file: ISO 8601. */
  readonly text: string
  readonly milliseconds: number
}

/** Throws a sentence about the whole file. `accounts`: the names that webhooks may use. */
export function readWebhooks(text: string, accounts: readonly string[]): WebhookSettings {
  const file = fileForm.safeParse(parsedJson(text))
  if (!file.success)
    throw new Error(
      'must hold JSON: an object with webhooks, a list, and where links are wanted console, the http or https address of the console',
    )
  const { console = null, webhooks: entries } = file.data
  const faults: string[] = []
  const names: string[] = []
  const webhooks: Webhook[] = []
  for (const [index, entry] of entries.entries()) {
    const read = entryForm.safeParse(entry)
    const name = read.success ? (read.data.name ?? read.data.url.host) : nameIn(entry)
    const place = `Webhook ${index + 1}${name === null ? '' : ` (${name})`}`
    if (read.success && names.includes(name ?? ''))
      faults.push(`${place} has the name of an earlier one. Give it a name of its own.`)
    else if (read.success) {
      const webhook = webhookOf(read.data)
      webhooks.push(webhook)
      for (const unknown of (webhook.accounts ?? []).filter((account) => !accounts.includes(account)))
        faults.push(`${place}: there is no account ${JSON.stringify(unknown)} in the settings.`)
    } else faults.push(`${place} is not used: ${faultOf(read.error.issues[0])}.`)
    if (name !== null) names.push(name)
  }
  return { console: console?.href.replace(/\/$/, '') ?? null, webhooks, names, faults }
}

const httpAddress = readBy((text) => {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new Error('is no address of a console')
  return url
})

const fileForm = z.strictObject({
  console: z.optional(httpAddress),
  webhooks: z.array(z.unknown()),
})

const receiver = readBy((text) => {
  const url = new URL(text)
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isAllowed || `${url.username}${url.password}${url.hash}` !== '') throw new Error('is no receiver')
  return url
})

const secretKey = readBy((text) => {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const key = Buffer.from(encoded ?? '', 'base64')
  if (key.length < 24 || key.length > 64) throw new Error('is no secret')
  return key
})

const duration = readBy((text): Duration => {
  const match = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)
  const seconds = [604_800, 86_400, 3600, 60, 1].reduce(
    (sum, unit, index) => sum + unit * Number(match?.[index + 1] ?? 0),
    0,
  )
  if (match === null || seconds === 0 || seconds > 1e9) throw new Error('is no duration')
  return { text, milliseconds: 1000 * seconds }
})

const wanted = z._default(z.boolean(), false)
const conditions = z.strictObject({
  failed: wanted,
  in_flight_longer_than: z.optional(duration),
  whitelist_changed: wanted,
  never_should_happen: wanted,
  balance_unexplained: wanted,
  review_critical: wanted,
  service_silent: z.optional(duration),
})

const entryForm = z.strictObject({
  name: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(80),
      z.refine((text) => isStatedLine(text)),
    ),
  ),
  url: receiver,
  secret: secretKey,
  accounts: z.optional(z.array(z.string()).check(z.minLength(1))),
  when: conditions.check(z.refine((when) => Object.values(when).some((one) => one !== false))),
  details: z._default(z.enum(detailLevels), 'none'),
  private: z._default(z.boolean(), false),
})

function webhookOf({ name, url, when, accounts, ...rest }: z.infer<typeof entryForm>) {
  const { in_flight_longer_than, service_silent } = when
  return {
    ...{ ...rest, name: name ?? url.host, url, accounts: accounts ?? null },
    when: {
      ...when,
      in_flight_longer_than: in_flight_longer_than ?? null,
      service_silent: service_silent ?? null,
    },
  }
}

/** By the first names in the path of a problem. No value is repeated: a secret may stand in the wrong place. */
const rules: Readonly<Record<string, string>> = {
  '': 'it has to be an object with url, secret and when, and may have name, accounts, details and private, and no other fields',
  name: 'name has to be one line of at most 80 characters',
  url: 'url has to be an https address without user, password or fragment (http only on loopback)',
  secret: 'secret has to be whsec_ and 24 to 64 bytes as base64',
  accounts: 'accounts has to be a list of names of accounts',
  when: 'when has to be an object with at least one of failed, in_flight_longer_than, whitelist_changed, never_should_happen, balance_unexplained, review_critical and service_silent, and no other fields',
  'when.in_flight_longer_than': 'in_flight_longer_than has to be a duration such as PT2H',
  'when.service_silent': 'service_silent has to be a duration such as PT10M',
  details: `details has to be one of ${detailLevels.join(', ')}`,
  private: 'private has to be true or false',
}

function faultOf(issue: z.core.$ZodIssue | undefined): string {
  const [field, condition] = (issue?.path ?? []).map(String)
  if (field === undefined) return rules[''] ?? ''
  if (condition === undefined || field !== 'when') return rules[field] ?? ''
  return rules[`when.${condition}`] ?? `${condition} has to be true or false`
}

function nameIn(entry: unknown): string | null {
  const { name, url } =
    z.object({ name: z.optional(z.unknown()), url: z.optional(z.unknown()) }).safeParse(entry).data ?? {}
  if (typeof name === 'string' && name.length <= 80 && isStatedLine(name)) return name.trim()
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null
}
