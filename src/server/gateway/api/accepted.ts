/** Accepted findings of the whitelist review: of the account, by whoever is signed in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type AcceptedAnswer,
  type AcceptedFinding,
  acceptedPath,
} from '../../../contract/accepted-findings.ts'
import type { Report } from '../../../contract/report.ts'
import type { Revision } from '../../../contract/revision.ts'
import { acceptanceOf } from '../../../reports/review/acceptance.ts'
import { reviewEntry } from '../../../reports/review/review-report.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import { Refusal } from '../../http.ts'
import { addChangeRoute } from '../change-routes.ts'
import { fingerprintOf } from '../sealing.ts'
import type { Session } from '../session.ts'
import { awaitRecords } from './awaited.ts'
import type { ApiContext } from './kept-or-asked.ts'
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
}

const reasonText = z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))
const findingForm = /^[\da-f]{32}(\.\d{1,6})?$/

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
  await change(rows)
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
