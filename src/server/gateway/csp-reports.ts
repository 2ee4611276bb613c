/** What browsers report that the Content-Security-Policy has stopped. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '../http.ts'
import { pageAt } from './console-pages.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites } from './origin.ts'
import { cspReportsPath, policyDirectives } from './security-headers.ts'

const text = z.catch(z.string(), '')

/** As `report-uri` sends one. */
const oldForm = z.pipe(
  z.object({
    'csp-report': z.object({
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'document-uri': text,
    }),
  }),
  z.transform(({ 'csp-report': report }) => {
    const directive = report['effective-directive'] || report['violated-directive'].split(' ')[0] || ''
    return [violation(directive, report['blocked-uri'], report['document-uri'])]
  }),
)

/** As `report-to` sends several at once, of other things too. */
const newForm = z.pipe(
  z.array(
    z.object({
      type: z.string(),
      body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
    }),
  ),
  z.transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => violation(body.effectiveDirective, body.blockedURL, body.documentURL)),
  ),
)

const eitherForm = z.union([oldForm, newForm])

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
  const refuse = async (request: FastifyRequest) => refuseOtherSites(request)
  app.post(cspReportsPath, { config: { rateLimit }, onRequest: refuse }, async (request, reply) => {
    const violations = eitherForm.safeParse(request.body)
    if (!violations.success) throw new Refusal('GTW-07', 'The body must be a report of a browser.')
    for (const violation of violations.data.slice(0, mostAtOnce)) {
      metrics.violations.inc({ directive: violation.directive })
      request.log.warn(violation, 'a page was stopped by its Content-Security-Policy')
    }
    return reply.code(204).send()
  })
}

/** Nothing that a page holds: of its address the route, of what was stopped the origin. */
function violation(directive: string, blocked: string, document: string) {
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
