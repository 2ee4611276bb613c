/** The API of the console: lists, records and totals. */
import type { FastifyInstance } from 'fastify'
import { consoleEndpoints } from '../../../contract/console-api.ts'
import type { GatewayContext } from '../context.ts'
import { Downloads } from '../downloads/downloads.ts'
import { systemClock } from '../sync/clock.ts'
import { addApiRoute } from './routes.ts'
import { answerTransactions } from './transactions.ts'

export function addConsoleApi(app: FastifyInstance, context: GatewayContext): void {
  const downloads = new Downloads(context, context.clock ?? systemClock)
  app.addHook('preClose', async () => downloads.close())
  addApiRoute(app, context, {
    name: 'transactions',
    endpoint: consoleEndpoints.transactions,
    answer: (call) => answerTransactions(context, call),
    send: (call) => downloads.send('transactions', call),
  })
}
