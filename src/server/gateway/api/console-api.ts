/** The API of the console: lists, records and totals. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { acceptedEndpoint } from '../../../contract/accepted-findings.ts'
import { addressEndpoints } from '../../../contract/addresses.ts'
import { changesEndpoint } from '../../../contract/changes.ts'
import { consoleEndpoints, type ReferenceListName } from '../../../contract/console-api.ts'
import type { Endpoint } from '../../../contract/endpoints.ts'
import { packsPath } from '../../../contract/packs.ts'
import { figureEndpoint, reportEndpoint } from '../../../contract/report.ts'
import { searchEndpoint } from '../../../contract/search.ts'
import { apiPrefix } from '../../../contract/session.ts'
import { syncPath } from '../../../contract/sync.ts'
import { isReferenceName } from '../../../sync/service/whole-lists.ts'
import { Refusal } from '../../http.ts'
import { addChangeRoute } from '../change-routes.ts'
import { addSyncRoutes } from '../console-routes.ts'
import type { GatewayContext } from '../context.ts'
import { Downloads } from '../downloads/downloads.ts'
import { FileRoom } from '../downloads/file-room.ts'
import { guardRoutes } from '../origin.ts'
import { MadePacks } from '../packs/made-packs.ts'
import { addMadePackRoutes, addOpenPackRoutes } from '../packs/pack-routes.ts'
import { mostAnswers, Shares, Turns } from '../shares.ts'
import { addAcceptedRoutes, answerAccepted } from './accepted.ts'
import { answerFormerDestinations, answerOwnAddresses } from './addresses.ts'
import { answerChanges } from './changes.ts'
import { answerBalances, answerReference, answerVaults } from './holdings.ts'
import type { ApiContext } from './kept-or-asked.ts'
import { answerTransaction, answerVault } from './records.ts'
import { answerFigure, answerReport } from './reports.ts'
import { RevisionAnswers } from './revision-answers.ts'
import { type ApiAnswer, type ApiCall, addApiRoute, readAs } from './routes.ts'
import { answerSearch } from './search.ts'
import { ServicePages } from './service-pages.ts'
import { answerTotals, answerTransactions } from './transactions.ts'

type Answering = (context: ApiContext, call: ApiCall) => Promise<ApiAnswer>

const lists: Readonly<Record<Exclude<keyof typeof consoleEndpoints, ReferenceListName>, Answering>> = {
  transactions: answerTransactions,
  vaults: answerVaults,
  balances: answerBalances,
  balancesOfType: answerBalances,
  totals: answerTotals,
  transaction: answerTransaction,
  vault: answerVault,
}

/** Of the account, and of each open pack. */
const others: readonly (readonly [name: string, Endpoint, Answering])[] = [
  ['figure', figureEndpoint, answerFigure],
  ['changes', changesEndpoint, answerChanges],
  ['ownAddresses', addressEndpoints.ownAddresses, answerOwnAddresses],
  ['formerDestinations', addressEndpoints.formerDestinations, answerFormerDestinations],
  ['accepted', acceptedEndpoint, answerAccepted],
  ['search', searchEndpoint, answerSearch],
]

/** Fewer than the connections that the database has for lists: counts and records need some. */
const pagesAtOnce = 8
const mostPagesWaiting = 400

export async function addConsoleApi(api: FastifyInstance, gateway: GatewayContext): Promise<void> {
  const { sessions, packs } = gateway
  guardRoutes(api)
  const context = {
    ...gateway,
    pages: new ServicePages(gateway),
    answers: new RevisionAnswers(),
    turns: new Turns(pagesAtOnce, mostPagesWaiting),
    unread: new Shares(mostAnswers * gateway.settings.UPSTREAM_MAX_MEGABYTES * 1024 * 1024),
  }
  const { DATA_DIR, DOWNLOADS_MEGABYTES } = gateway.settings
  const room = new FileRoom([join(DATA_DIR, 'downloads'), tmpdir()], DOWNLOADS_MEGABYTES * 1_000_000)
  const downloads = new Downloads(gateway, room)
  api.addHook('preClose', async () => downloads.close())
  const records = async (plugin: FastifyInstance) => addRecordRoutes(plugin, context, downloads)

  await api.register(async (account) => {
    readAs(account, (request) => sessions.require(request))
    await account.register(records, { prefix: apiPrefix })
    addAcceptedRoutes(account, context)
    addMadePackRoutes(account, new MadePacks(gateway, room))
    addChangeRoute(account, context, {
      path: syncPath,
      name: 'sync',
      tooMany: 'The records were asked to be read too often.',
      schema: z.object({}),
      malformed: 'The body must be a JSON object.',
      most: 20,
      answer: ({ session }) => gateway.sync.readNow(session),
    })
  })
  await api.register(
    async (pack) => {
      readAs(pack, (request) => packs.require(request, (request.params as { pack: string }).pack))
      await pack.register(records)
      pack.delete('', { config: { endpointName: 'packs' } }, async ({ session }, reply) => {
        await packs.close(session)
        return reply.code(204).send()
      })
    },
    { prefix: `${packsPath}/:pack` },
  )
  await api.register(async (plugin) => addOpenPackRoutes(plugin, gateway, room))
  for (const url of [apiPrefix, `${apiPrefix}/*`])
    api.get(url, { config: { endpointName: 'page' } }, async () => {
      throw new Refusal('GTW-05')
    })
}

/** Of an account or of a pack. */
function addRecordRoutes(app: FastifyInstance, context: ApiContext, downloads: Downloads): void {
  addSyncRoutes(app, context)
  for (const name of Object.keys(consoleEndpoints) as (keyof typeof consoleEndpoints)[])
    addApiRoute(app, context, {
      name,
      endpoint: consoleEndpoints[name],
      answer: (call) =>
        isReferenceName(name) ? answerReference(context, call, name) : lists[name](context, call),
      send: (call) => downloads.send(name, call),
    })
  addApiRoute(app, context, {
    name: 'report',
    endpoint: reportEndpoint,
    answer: (call) => answerReport(context, call),
    send: (call) => downloads.sendReport(call),
  })
  for (const [name, endpoint, answer] of others)
    addApiRoute(app, context, { name, endpoint, answer: (call) => answer(context, call) })
}
