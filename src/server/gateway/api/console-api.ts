/** The API of the console: lists, records and totals. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { changesEndpoint } from '../../../contract/changes.ts'
import { consoleEndpoints } from '../../../contract/console-api.ts'
import { figureEndpoint, reportEndpoint } from '../../../contract/report.ts'
import { searchEndpoint } from '../../../contract/search.ts'
import type { GatewayContext } from '../context.ts'
import { Downloads } from '../downloads/downloads.ts'
import { FileRoom } from '../downloads/file-room.ts'
import { addPackRoutes } from '../packs/pack-routes.ts'
import { mostAnswers, Shares, Turns } from '../shares.ts'
import { systemClock } from '../sync/clock.ts'
import { addAcceptedRoutes } from './accepted.ts'
import { addAddressRoutes } from './addresses.ts'
import { answerChanges } from './changes.ts'
import { answerBalances, answerVaults, answerWhitelists } from './holdings.ts'
import type { ApiContext } from './kept-or-asked.ts'
import { answerTransaction, answerVault } from './records.ts'
import { answerFigure, answerReport } from './reports.ts'
import { RevisionAnswers } from './revision-answers.ts'
import { type ApiAnswer, type ApiCall, addApiRoute } from './routes.ts'
import { answerSearch } from './search.ts'
import { ServicePages } from './service-pages.ts'
import { answerTotals } from './totals.ts'
import { answerTransactions } from './transactions.ts'

type Answering = (context: ApiContext, call: ApiCall) => Promise<ApiAnswer>

const answers: readonly (readonly [keyof typeof consoleEndpoints, Answering])[] = [
  ['transactions', answerTransactions],
  ['vaults', answerVaults],
  ['balances', answerBalances],
  ['balancesOfType', answerBalances],
  ['whitelists', answerWhitelists],
  ['totals', answerTotals],
  ['transaction', answerTransaction],
  ['vault', answerVault],
]

/** Fewer than the connections that the database has for lists: counts and records need some. */
const pagesAtOnce = 8
const mostPagesWaiting = 400

export function addConsoleApi(app: FastifyInstance, gateway: GatewayContext): void {
  const context = {
    ...gateway,
    pages: new ServicePages(gateway),
    answers: new RevisionAnswers(),
    turns: new Turns(pagesAtOnce, mostPagesWaiting),
    unread: new Shares(mostAnswers * gateway.settings.UPSTREAM_MAX_MEGABYTES * 1024 * 1024),
  }
  const { DATA_DIR, DOWNLOADS_MEGABYTES } = gateway.settings
  const room = new FileRoom([join(DATA_DIR, 'downloads'), tmpdir()], DOWNLOADS_MEGABYTES * 1_000_000)
  const downloads = new Downloads(gateway, gateway.clock ?? systemClock, room)
  addPackRoutes(app, gateway, room)
  app.addHook('preClose', async () => downloads.close())
  for (const [name, answer] of answers)
    addApiRoute(app, context, {
      name,
      endpoint: consoleEndpoints[name],
      answer: (call) => answer(context, call),
      send: (call) => downloads.send(name, call),
    })
  addApiRoute(app, context, {
    name: 'report',
    endpoint: reportEndpoint,
    answer: (call) => answerReport(context, call),
    send: (call) => downloads.sendReport(call),
  })
  addApiRoute(app, context, {
    name: 'figure',
    endpoint: figureEndpoint,
    answer: (call) => answerFigure(context, call),
  })
  addApiRoute(app, context, {
    name: 'changes',
    endpoint: changesEndpoint,
    answer: (call) => answerChanges(context, call),
  })
  addAddressRoutes(app, context)
  addAcceptedRoutes(app, context)
  addApiRoute(app, context, {
    name: 'search',
    endpoint: searchEndpoint,
    answer: (call) => answerSearch(context, call),
  })
}
