/** The one source of the security headers, for production and development alike. */

/** What the headers depend on. */
export interface HeaderContext {
  /** Whether the browser reached the gateway over HTTPS, directly or through a proxy. */
  readonly secure: boolean
  /** For what the development server puts into the page; production has nothing inline and needs none. */
  readonly nonce?: string | undefined
}

/** Where browsers report what the policy has stopped. */
export const cspReportsPath = '/csp-reports'

/** Every security header, by its name. They go onto every answer, whatever it is. */
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
    // Over plain HTTP browsers ignore it, and it would say something that is not so.
    ...(secure
      ? {
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'reporting-endpoints': `${reportsGroup}="${cspReportsPath}"`,
        }
      : {}),
  }
}

const reportsGroup = 'csp'

/** The directives of the policy. */
export const policyDirectives: readonly string[] = Object.keys(directives(undefined, true))

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
    // Over plain HTTP browsers send nothing there, and those that know it no longer heed report-uri.
    ...(secure ? { 'report-to': [reportsGroup] } : {}),
    'require-trusted-types-for': ["'script'"],
    // The only policy there is admits the one worker, and no other text as a script.
    'trusted-types': ['worker'],
  }
}

/** Copying is the only ability of the browser that the console asks for. */
const permissionsPolicy = [
  ...'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'
    .split(' ')
    .map((ability) => `${ability}=()`),
  'clipboard-write=(self)',
].join(', ')

/** Put together once: but for a nonce they are the same on every answer. */
const secureHeaders = headersFor(true)
const plainHeaders = headersFor(false)
