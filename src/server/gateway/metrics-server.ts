/** `/metrics` on a port of its own, which no proxy passes on. */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import { pathOf } from './target.ts'

/** Opens the port before the gateway's own, and closes it with the gateway. Starting throws where the port is taken. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): void {
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && pathOf(request.url ?? '') === '/metrics'
    if (!isAsked) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    const { type, body } = await metrics.text()
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', ({ message }) => reject(new Error(`METRICS_PORT: ${message}`)))
      server.listen(port, host, resolve)
    })
    app.log.info({ address: server.address() }, 'metrics are served')
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
}
