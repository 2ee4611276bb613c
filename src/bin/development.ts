/** Service and gateway in one program that reloads; Vite serves the console. */
import type { RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import { announceFirstStart, compose, readProgramSettings } from '../server/compose.ts'
import type { ConsoleServer } from '../server/gateway/context.ts'
import type { Environment } from '../server/settings.ts'

export interface DevelopmentProgram {
  readonly handle: RequestListener
  close(): Promise<void>
}

export async function startDevelopment(
  environment: Environment,
  vite: ViteDevServer,
  readPage: () => Promise<string>,
): Promise<DevelopmentProgram> {
  const { settings, problems } = readProgramSettings(environment)
  if (settings === undefined) throw new Error(problems.join('\n'))
  announceFirstStart(settings)
  const program = await compose(settings, viteConsole(vite, readPage))
  await program.gateway.ready()
  return { handle: program.gateway.routing, close: program.close }
}

/** Serves the console from its sources, under the same security headers as the built one. */
function viteConsole(vite: ViteDevServer, readPage: () => Promise<string>): ConsoleServer {
  return {
    needsNonce: true,
    async addFiles(app: FastifyInstance) {
      // Vite answers what it knows. The rest goes on to the routes and finally to the page.
      app.addHook('onRequest', (request, reply, next) => {
        if (/^\/(api|session|healthz|readyz)([/?]|$)/.test(request.url)) return next()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        vite.middlewares(request.raw, reply.raw, next)
      })
    },
    async sendPage(request: FastifyRequest, reply: FastifyReply) {
      // Vite writes this placeholder; each page gets a nonce of its own instead.
      const placeholder = vite.config.html?.cspNonce ?? ''
      const page = await vite.transformIndexHtml(request.url, await readPage())
      reply.header('cache-control', 'no-store')
      return reply.type('text/html').send(page.replaceAll(placeholder, request.nonce ?? ''))
    },
  }
}
