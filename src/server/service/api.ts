import { performance } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, type EndpointName, endpoints, matchEndpoint } from '../../contract/endpoints.ts'
import { RequestFault, readPathValue, readQuery } from '../../contract/query.ts'
import { pathOf, Refusal } from '../http.ts'
import { Access, apiKeyHeader, authenticationPath, tooMany } from './access.ts'
import type { Database } from './database/database.ts'
import { withDiscrepancy } from './discrepancies.ts'
import { createResources } from './resources.ts'

export interface ServiceOptions {
  readonly database: Database
  readonly rateLimitPerMinute: number
  /** With demonstration data, reserved ids ask for failures and discrepancies. */
  readonly demonstration: boolean
  /** For links; by default the request's host. */
  readonly publicUrl?: string | undefined
  readonly clock?: () => number
  readonly now?: () => Date
  readonly logLevel?: string
  readonly logTo?: { write(line: string): void } | undefined
}

type Api = (request: FastifyRequest) => Promise<Answer>

export function createApi(options: ServiceOptions): Api {
  const clock = options.clock ?? (() => performance.now())
  const access = new Access(options.database, options.rateLimitPerMinute, clock)
  const resources = createResources(options.database, clock)
  const now = options.now ?? (() => new Date())

  return async (request) => {
    const { url = '' } = request.raw
    const path = pathOf(url)
    const target = documents.get(path) ?? matchEndpoint(path)
    // Unknown paths come first: they have no limit and no permission.
    if (target === undefined) throw new Refusal('ERR-00', 'The read API does not have this path.', {}, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal('ERR-00', 'The read API only reads: GET and HEAD.', { allow: 'GET, HEAD' }, 405)
    if ('body' in target) {
      // Monitoring asks for health every few seconds.
      if (path !== healthPath) access.admitAnybody(request.ip)
      return target
    }

    // Order of faults: rate limit, permission, parameters, records.
    const endpoint: Endpoint = endpoints[target.name]
    await access.admit(request.headers, request.ip, endpoint.role)
    const { query, value } = readRequest(endpoint, url.slice(path.length + 1), target.value)
    const timestamp = now().toISOString()
    const fault = options.demonstration && faultOf(target.name, value, query.filter.get('transaction_id'))
    if (fault) return fault
    const body = await resources[target.name](query, timestamp, value)
    if (!options.demonstration) return { type: json, body }
    const account = String(request.headers['account-id'] ?? '')
    return { type: json, body: await withDiscrepancy(resources, account, target.name, body, value) }
  }
}

export const healthPath = '/healthz'

export function isServed(path: string): boolean {
  return documents.has(path) || matchEndpoint(path) !== undefined
}

function readRequest(endpoint: Endpoint, query: string, pathValue: string | undefined) {
  try {
    return { query: readQuery(endpoint, query), value: readPathValue(endpoint, pathValue) }
  } catch (error) {
    throw error instanceof RequestFault ? new Refusal(error.code, error.details) : error
  }
}

/** The failure that a reserved transaction id asks for, in the path or as the filter. */
function faultOf(name: EndpointName, value: string, filter = ''): Answer | undefined {
  const fault = faults.get(name === 'transaction' ? value : filter)
  if (fault === undefined || fault === 'hang') return fault
  if (fault === 'broken-body') return { type: json, body: brokenBody }
  throw fault === 'ERR-03' ? tooMany(retryAfter) : new Refusal(fault)
}

const faults: ReadonlyMap<string, 'ERR-01' | 'ERR-03' | 'hang' | 'broken-body'> = new Map([
  ['demo-ERR-01', 'ERR-01'],
  ['demo-ERR-03', 'ERR-03'],
  ['demo-hang', 'hang'],
  ['demo-broken-body', 'broken-body'],
])

const retryAfter = 5

/** Ends in the middle of a record, as when a connection breaks and a proxy does not notice. */
const brokenBody =
  '{"transactions":[{"transaction_id":"demo-broken-body","timestamp":"2026-01-01T00:00:00.000Z","transaction":{"transaction_type":"with'

const authenticationText = `Authentication

Send your API key in the header ${apiKeyHeader} with every request:

    GET /vaults
    ${apiKeyHeader}: <your key>

Every endpoint of the read API requires a key with the role "viewer". A request without a key, or with a key that is
unknown, revoked or without that role, is answered with the error ERR-02 and HTTP status 401.

The operator of this service creates, lists and revokes keys. A key is shown once, when it is created; the service keeps
only a hash of it.
`

export const json = 'application/json; charset=utf-8'

/** What needs no key. */
const documents: ReadonlyMap<string, TextAnswer> = new Map([
  [authenticationPath, { type: 'text/plain; charset=utf-8', body: authenticationText }],
  [healthPath, { type: json, body: '{"status":"ok"}' }],
])

interface TextAnswer {
  readonly type: string
  readonly body: string
}

/** Status 200, or no answer at all. */
type Answer = TextAnswer | 'hang'
