/** What browsers report that the Content-Security-Policy has stopped. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '../http.ts'
import { pageAt } from './console-pages.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites } from './origin.ts'
import { cspReportsPath, policyDirectives } from './security-headers.ts'

const text = z.catch(z.string(), '')

/** As `report-uri` sends it. */
const oldForm = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})

/** As `report-to` sends it, several at once. */
const newForm = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
)

interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

/** Adds the route, for everybody: a page may be stopped before anybody signed in. */
export function addCspReports(app: FastifyInstance, { trail: { metrics } }: GatewayContext): void {
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('ignore', 'ignore'),
  )
  const rateLimit = {
    max: reportsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => new Refusal('GTW-09', 'Too many reports came from this address.'),
  }
  const refuse = async (request: Parameters<typeof refuseOtherSites>[0]) => refuseOtherSites(request)
  app.post(cspReportsPath, { config: { rateLimit }, onRequest: refuse }, async (request, reply) => {
    const violations = violationsIn(request.body)
    if (violations === null) throw new Refusal('GTW-07', 'The body must be a report of a browser.')
    for (const violation of violations.slice(0, mostAtOnce)) {
      metrics.violations.inc({ directive: violation.directive })
      request.log.warn(violation, 'a page was stopped by its Content-Security-Policy')
    }
    return reply.code(204).send()
  })
}

function violationsIn(body: unknown): readonly Violation[] | null {
  const old = oldForm.safeParse(body)
  if (old.success) {
    const report = old.data['csp-report']
    const directive = report['effective-directive'] || report['violated-directive'].split(' ')[0] || ''
    return [violation(directive, report['blocked-uri'], report['document-uri'])]
  }
  const reports = newForm.safeParse(body)
  if (!reports.success) return null
  return reports.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
      violation(effectiveDirective, blockedURL, documentURL),
    )
}

/** Nothing that a page holds: of its address the route, of what was stopped the origin. */
function violation(directive: string, blocked: string, document: string): Violation {
  return {
    directive:
      policyDirectives.find((each) => directive === each || directive.startsWith(`${each}-`)) ?? 'other',
    blocked: originOf(blocked),
    page: routeOf(document),
  }
}

function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'other'
  const { protocol, origin } = new URL(blocked)
  return origin === 'null' ? protocol.slice(0, longestName) : origin.slice(0, longestName)
}

function routeOf(document: string): string {
  const path = URL.canParse(document) ? new URL(document).pathname : ''
  return pageAt(path)?.page.route ?? 'other'
}

const reportsPerMinute = 60
const mostAtOnce = 20
const longestName = 100
