/** What of an account a webhook is told: a function of what was seen, and of what it was told before. */
import * as z from 'zod/mini'
import { type RecordChange, unexpectedEvents } from '../../../contract/changes.ts'
import type { InFlightTransaction } from '../../../store/rows.ts'
import type { ConditionName, Conditions, Duration } from './webhooks-file.ts'

export type WebhookEvent =
  | { readonly kind: 'change'; readonly when: readonly ConditionName[]; readonly change: RecordChange }
  | {
      readonly kind: 'in-flight'
      readonly when: readonly ConditionName[]
      readonly transaction: InFlightTransaction
      readonly limit: Duration
    }
  | { readonly kind: 'finding'; readonly when: readonly ConditionName[]; readonly finding: CriticalFinding }
  | { readonly kind: 'silence'; readonly when: readonly ConditionName[]; readonly since: string }

/** Of the whitelist review; nobody accepted it. */
export interface CriticalFinding {
  readonly id: string
  /** In words of ours. */
  readonly title: string
  readonly name: string | null
  readonly address: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** What is so now, and not at a moment. */
export interface Standing {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly inFlight: readonly InFlightTransaction[]
  /** Null where nobody looked. */
  readonly findings: readonly CriticalFinding[] | null
  /** Since when the service does not answer: ISO 8601 UTC. */
  readonly silentSince: string | null
}

/** What a webhook was told of it: ids, and since when the service was silent. */
const toldStanding = z.object({
  inFlight: z.catch(z.readonly(z.array(z.string())), []),
  findings: z.catch(z.readonly(z.array(z.string())), []),
  silentSince: z.catch(z.nullable(z.string()), null),
})
export type ToldStanding = z.infer<typeof toldStanding>

export function readToldStanding(text: string): ToldStanding {
  return toldStanding.parse(JSON.parse(text))
}

/** The conditions that a change meets. */
export function conditionsMet(conditions: Conditions, change: RecordChange): readonly ConditionName[] {
  const { kind, event, before, after } = change
  const isTransaction = kind === 'transaction'
  const isUnexpected = unexpectedEvents.some((one) => one === event) || (isTransaction && event === 'gone')
  const isMet: Readonly<Partial<Record<ConditionName, boolean>>> = {
    failed: isTransaction && before !== after && (after === 'failed' || after === 'rejected'),
    whitelist_changed: kind === 'whitelist' || kind === 'entry',
    never_should_happen: isUnexpected,
    balance_unexplained: event === 'unexplained',
  }
  const names = ['failed', 'whitelist_changed', 'never_should_happen', 'balance_unexplained'] as const
  return names.filter((name) => conditions[name] && isMet[name])
}

/** What of it is news, and what is told with that. What ended may be told again when it begins again. */
export function standingNews(
  conditions: Conditions,
  { now, inFlight, findings, silentSince }: Standing,
  told: ToldStanding,
): { readonly events: readonly WebhookEvent[]; readonly told: ToldStanding } {
  const limit = conditions.in_flight_longer_than
  const late = inFlight.flatMap((transaction) =>
    limit && transaction.since + limit.milliseconds < now ? [{ transaction, limit }] : [],
  )
  const critical = conditions.review_critical ? findings : null
  const silence = conditions.service_silent
  const isSilent =
    silence !== null && silentSince !== null && Date.parse(silentSince) + silence.milliseconds < now
  const [knownLate, knownFindings] = [new Set(told.inFlight), new Set(told.findings)]
  return {
    events: [
      ...late
        .filter(({ transaction }) => !knownLate.has(transaction.id))
        .map((one) => ({ kind: 'in-flight', when: ['in_flight_longer_than'], ...one }) as const),
      ...(critical ?? [])
        .filter(({ id }) => !knownFindings.has(id))
        .map((finding) => ({ kind: 'finding', when: ['review_critical'], finding }) as const),
      ...(isSilent && told.silentSince !== silentSince
        ? [{ kind: 'silence', when: ['service_silent'], since: silentSince } as const]
        : []),
    ],
    told: {
      inFlight: late.map(({ transaction }) => transaction.id),
      findings: critical?.map(({ id }) => id) ?? told.findings,
      silentSince: isSilent ? silentSince : told.silentSince,
    },
  }
}

/** As many as a message has, and how many there are of each condition. */
export class GatheredEvents {
  readonly first: WebhookEvent[] = []
  readonly counts = new Map<ConditionName, number>()
  total = 0
  /** The first of the changes happened after this: ISO 8601 UTC. Null where there are none. */
  from: string | null = null

  add(event: WebhookEvent): void {
    this.total += 1
    if (this.first.length < mostListed) this.first.push(event)
    for (const name of event.when) this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    if (event.kind !== 'change') return
    const from = event.change.since ?? event.change.seen
    if (this.from === null || from < this.from) this.from = from
  }
}

/** Of more, a message has these and the counts. */
const mostListed = 20
