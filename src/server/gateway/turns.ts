/** How much one reader may have in hand at once, so that others can read too. */
import type { FastifyReply } from 'fastify'
import { GatewayFailure } from './failure.ts'

/** More than a console with several exports asks for at once, and half of the connections to the service. */
export const mostAtOnce = 64

/** Counts what each reader has in hand until it is answered, or its caller has gone. Throws GTW-23 where that is too much. */
export function createTurns(): (whose: string, reply: FastifyReply) => void {
  const inHand = new Map<string, number>()
  return (whose, { raw }) => {
    const before = inHand.get(whose) ?? 0
    if (before >= mostAtOnce) throw new GatewayFailure('GTW-23', undefined, { 'retry-after': '1' })
    // Nothing tells again that somebody has gone.
    if (raw.destroyed) return
    inHand.set(whose, before + 1)
    raw.once('close', () => {
      const left = (inHand.get(whose) ?? 0) - 1
      if (left > 0) inHand.set(whose, left)
      else inHand.delete(whose)
    })
  }
}
