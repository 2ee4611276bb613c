import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '../http.ts'
import { consolePageAt } from './console-pages.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites } from './origin.ts'

export interface HeaderContext {
  readonly secure: boolean
  /** For the development server's inline scripts; production has none. */
  readonly nonce?: string | undefined
}

export const cspReportsPath = '/csp-reports'

export function securityHeaders({ secure, nonce }: HeaderContext): Readonly<Record<string, string>> {
  if (nonce !== undefined) return headersFor(secure, nonce)
  return secure ? secureHeaders : plainHeaders
}

function headersFor(secure: boolean, nonce?: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce, secure),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    // Browsers ignore it over plain HTTP.
    ...(secure
      ? {
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'reporting-endpoints': `${reportsGroup}="${cspReportsPath}"`,
        }
      : {}),
  }
}

const reportsGroup = 'csp'

const policyDirectives: readonly string[] = Object.keys(directives(undefined, true))

function contentSecurityPolicy(nonce: string | undefined, secure: boolean): string {
  return Object.entries(directives(nonce, secure))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

function directives(nonce: string | undefined, secure: boolean): Readonly<Record<string, readonly string[]>> {
  const own = nonce === undefined ? ["'self'"] : ["'self'", `'nonce-${nonce}'`]
  return {
    'default-src': ["'none'"],
    'script-src': own,
    'style-src': own,
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'report-uri': [cspReportsPath],
    // Over plain HTTP browsers send nothing to `report-to`, and ignore `report-uri` if they know `report-to`.
    ...(secure ? { 'report-to': [reportsGroup] } : {}),
    'require-trusted-types-for': ["'script'"],
    // The policy admits the worker and no other script text.
    'trusted-types': ['worker'],
  }
}

/** Copying is the only permission that the console needs. */
const permissionsPolicy = [
  ...'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'
    .split(' ')
    .map((ability) => `${ability}=()`),
  'clipboard-write=(self)',
].join(', ')

const secureHeaders = headersFor(true)
const plainHeaders = headersFor(false)

const text = z.catch(z.string(), '')

/** The form of `report-uri`. */
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

/** The form of `report-to`: several reports at once, not all about this policy. */
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

/** Open to everyone: browsers may block something before anyone has signed in. */
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

/** Keeps only the page’s route and the origin of what was blocked. */
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
  return consolePageAt(path)?.route ?? 'other'
}

const reportsPerMinute = 60
const mostAtOnce = 20
const longestName = 100
