/** `GET /readyz`: whether this copy can do its work, for whoever spreads requests over several. */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { fixedCredentials } from './reader.ts'

/** One thing that this copy needs. Gives what is wrong with it, in a word or two that tell strangers no address; null where it is well. */
export type Check = () => Promise<string | null>

/** Adds the route. What came of the checks holds for a few seconds, so that nobody can hammer the service through it. */
export function addReadiness(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  let checked: { readonly until: number; readonly answer: ReturnType<typeof answerOf> } | undefined
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    if (checked === undefined || checked.until <= Date.now())
      checked = { until: Date.now() + holdsFor, answer: answerOf(checks) }
    const answer = await checked.answer
    return reply.code(answer.status === 'ready' ? 200 : 503).send(answer)
  })
}

async function answerOf(checks: Readonly<Record<string, Check>>) {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const),
  )
  const isReady = found.every(([, state]) => state === 'ok')
  return { status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries(found) }
}

/**
 * The service answers: with JSON and no failure of its own. It is asked with the key of the installation where there is one, else with none;
 * that it then refuses is an answer too.
 */
export function serviceAnswers({ settings, upstream }: Pick<GatewayContext, 'settings' | 'upstream'>): Check {
  const credentials = fixedCredentials(settings)
  return async () => {
    try {
      const { status } = await upstream.ask({
        method: 'GET',
        target: '/vaults?limit=1',
        credentials,
        timeoutMilliseconds: patience,
      })
      return status < 500 ? null : `answered with HTTP ${status}`
    } catch (error) {
      return (error instanceof Refusal && words[error.code]) || 'failed'
    }
  }
}

const words: Readonly<Record<string, string>> = {
  'GTW-00': 'unreachable',
  'GTW-01': 'timed out',
  'GTW-02': 'did not answer with JSON',
}

/** In milliseconds. */
const holdsFor = 5000
const patience = 5000
