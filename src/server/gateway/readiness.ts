import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http.ts'
import { fixedCredentials } from './reader.ts'
import { errorCodeIn, leastRead } from './reading.ts'
import type { GatewaySettings } from './settings.ts'
import type { Upstream } from './upstream.ts'

/** Of routes for monitoring, which asks every few seconds. */
export const probe = { logLevel: 'warn', config: { endpointName: 'health', isProbe: true } } as const

/** Returns what is wrong, without any address; null where all is well. */
type Check = () => Promise<string | null>

/**
 * Results last a few seconds, so that nobody can flood the service through this route. What `notes` say makes the copy no less ready: without
 * it, every copy would be taken away at once.
 */
export function addReadiness(
  app: FastifyInstance,
  checks: Readonly<Record<string, Check>>,
  notes: Readonly<Record<string, Check>>,
): void {
  let checked: { readonly until: number; readonly answer: ReturnType<typeof answerOf> } | undefined
  app.get('/readyz', probe, async (_request, reply) => {
    if (checked === undefined || checked.until <= Date.now())
      checked = { until: Date.now() + holdsFor, answer: answerOf(checks, notes) }
    const answer = await checked.answer
    return reply.code(answer.status === 'ready' ? 200 : 503).send(answer)
  })
}

async function answerOf(checks: Readonly<Record<string, Check>>, notes: Readonly<Record<string, Check>>) {
  const resultsOf = (some: Readonly<Record<string, Check>>) =>
    Promise.all(Object.entries(some).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const))
  const [results, noted] = await Promise.all([resultsOf(checks), resultsOf(notes)])
  const isReady = results.every(([, state]) => state === 'ok')
  return { status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries([...results, ...noted]) }
}

/** A refusal counts as an answer: there may be no key to ask with. */
export function serviceAnswers(settings: GatewaySettings, upstream: Upstream): Check {
  const credentials = fixedCredentials(settings)
  return async () => {
    try {
      const request = { target: leastRead, credentials, timeoutMilliseconds: patience }
      const answer = await upstream.ask(request)
      if (errorCodeIn(answer) === 'ERR-01') return 'answered with ERR-01'
      return answer.status < 500 ? null : `answered with HTTP ${answer.status}`
    } catch (error) {
      return error instanceof Refusal ? error.message : 'failed'
    }
  }
}

const holdsFor = 5000
const patience = 5000
