/** Accepted findings of the whitelist review: of the account, by whoever is signed in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type AcceptedAnswer,
  type AcceptedFinding,
  acceptedPath,
  type BroughtFindings,
} from '../../../contract/accepted-findings.ts'
import type { Report } from '../../../contract/report.ts'
import type { Revision } from '../../../contract/revision.ts'
import { DatabaseError } from '../../../database/database.ts'
import { acceptanceOf } from '../../../reports/review/acceptance.ts'
import { reviewEntry } from '../../../reports/review/review-report.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import { Refusal } from '../../http.ts'
import { addChangeRoute } from '../change-routes.ts'
import { fingerprintOf } from '../sealing.ts'
import type { Session } from '../session.ts'
import { awaitRecords } from './awaited.ts'
import { type ApiContext, databaseAway } from './kept-or-asked.ts'
import { nowOf, reportWithoutParameters } from './reports.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export async function answerAccepted(context: ApiContext, { session }: ApiCall): Promise<ApiAnswer> {
  const accepted = await (await rowsOf(context, session)).acceptedFindings()
  const body: AcceptedAnswer = { accepted }
  return { body, outcome: { rows: accepted.length, from: 'store' } }
}

export function addAcceptedRoutes(app: FastifyInstance, context: ApiContext): void {
  const { trail } = context
  const ofOne = {
    path: `${acceptedPath}/*`,
    name: 'acceptance',
    tooMany: 'Too many findings were accepted or opened again.',
  }
  addChangeRoute(app, context, {
    ...ofOne,
    method: 'PUT',
    schema: z.object({ reason: reasonText }),
    malformed: 'The body must be a JSON object with the reason.',
    answer: (request, { reason }) => {
      const { session } = request
      const finding = findingIn(request)
      return changed(context, session, async (rows) => {
        const found = findingsOf(await reviewOf(context, session)).get(finding)
        if (found === undefined) throw new Refusal('GTW-07', notFound)
        const accepted = { ...found, ...acceptorOf(context, session), reason }
        await trail.change(request, { event: 'finding-accepted', finding }, () =>
          rows.acceptFindings([accepted]),
        )
      })
    },
  })
  addChangeRoute(app, context, {
    ...ofOne,
    method: 'DELETE',
    schema: z.object({}),
    malformed: 'The body must be a JSON object.',
    answer: (request) => {
      const { session } = request
      const finding = findingIn(request)
      return changed(context, session, async (rows) => {
        await trail.change(request, { event: 'acceptance-withdrawn', finding }, () =>
          rows.withdrawAcceptance(finding),
        )
      })
    },
  })
  addChangeRoute(app, context, {
    path: acceptedPath,
    name: 'acceptances',
    tooMany: 'Accepted findings were brought too often.',
    most: 20,
    bodyLimit: 2_000_000,
    schema: brought,
    malformed: 'The body must be a JSON object with up to a hundred accepted findings.',
    answer: (request, { accepted }) => {
      const { session } = request
      return changed(context, session, async (rows) => {
        const review = await reviewOf(context, session)
        const all = broughtFindings(accepted, review, await rows.acceptedFindings())
        const taken = all.map((one) => ({ ...one, ...acceptorOf(context, session) }))
        if (taken.length === 0) return
        await trail.change(request, { event: 'findings-brought', rows: taken.length }, () =>
          rows.acceptFindings(taken),
        )
      })
    },
  })
}

const reasonText = z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))
const findingForm = /^[\da-f]{32}(\.\d{1,6})?$/
const word = z.string().check(z.minLength(1), z.maxLength(500))

const brought = z.object({
  accepted: z
    .array(
      z.object({
        finding: z.string().check(z.regex(findingForm)),
        subject: z.optional(z.string().check(z.regex(findingForm))),
        by: word,
        at: word,
        reason: reasonText,
      }),
    )
    .check(z.maxLength(100)),
}) satisfies z.ZodMiniType<BroughtFindings>

const notFound = 'The review has no such finding now: the records behind it have changed.'

function findingIn({ params }: FastifyRequest): string {
  const { '*': finding = '' } = params as { '*'?: string }
  if (!findingForm.test(finding)) throw new Refusal('GTW-05')
  return finding
}

async function rowsOf({ sync }: ApiContext, session: Session): Promise<AccountStore> {
  const kept = await sync.records(session)
  if (!('rows' in kept)) throw awaitRecords(kept)
  return kept.rows
}

/** Returns the revision with the change. */
async function changed(
  context: ApiContext,
  session: Session,
  change: (rows: AccountStore) => Promise<void>,
): Promise<Revision> {
  const rows = await rowsOf(context, session)
  await change(rows).catch((error: unknown) => {
    throw error instanceof DatabaseError ? awaitRecords(databaseAway) : error
  })
  return await context.sync.revisionNow(session)
}

/** What the gateway knows of who accepts, and when. */
function acceptorOf(context: ApiContext, session: Session): Pick<AcceptedFinding, 'by' | 'at'> {
  const { person, apiKey } = session
  const by = person?.name ?? `Key ${fingerprintOf(context.keyRing, apiKey)}`
  return { by, at: new Date(nowOf(context, { session })).toISOString() }
}

async function reviewOf(context: ApiContext, session: Session): Promise<Report> {
  return await reportWithoutParameters(context, session, reviewEntry)
}

type FoundFinding = Pick<AcceptedFinding, 'finding' | 'subject' | 'facts'>

function findingsOf({ tables }: Report): ReadonlyMap<string, FoundFinding> {
  return new Map(tables.flatMap(({ rows }) => rows.map((row) => [row.id, acceptanceOf(row)])))
}

/**
 * What a browser kept is its reader's word. Of a finding that has changed since, only the latest is taken, and not what it rested on; what is about
 * nothing that the review has is left.
 */
function broughtFindings(
  given: BroughtFindings['accepted'],
  review: Report,
  before: readonly AcceptedFinding[],
): readonly Omit<AcceptedFinding, 'by' | 'at'>[] {
  const found = findingsOf(review)
  const accepted = new Set(before.map(({ finding }) => finding))
  const subjects = new Set([...found.values()].map(({ subject }) => subject))
  const told = new Set(before.map(({ subject }) => subject))
  return given
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .flatMap(({ finding, subject, by, at, reason }) => {
      const stated = { by, at }
      const now = found.get(finding)
      if (now) return accepted.has(finding) ? [] : [{ ...now, reason, stated }]
      if (subject === undefined || !subjects.has(subject) || told.has(subject)) return []
      told.add(subject)
      return [{ finding, subject, reason, stated }]
    })
}
