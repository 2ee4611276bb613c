/** The built console: hashed files that never change, and the one page that every address of the console opens. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionState } from '../../contract/session.ts'
import type { ConsoleServer } from './context.ts'
import { readPageHtml } from './page-html.ts'

/** Serves the console from the directory that the build wrote. */
export async function builtConsole(directory: string): Promise<ConsoleServer> {
  const pageHtml = await readPageHtml(directory)
  return {
    async addFiles(app: FastifyInstance) {
      await app.register(fastifyStatic, {
        root: directory,
        // Only what is there at start has a route: nothing else on this disk can be asked for.
        wildcard: false,
        index: false,
        globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
      })
    },
    async sendPage(request: FastifyRequest, reply: FastifyReply, session: SessionState | undefined) {
      // Kept nowhere, not even for Back: it holds a session, which may have ended.
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      return pageHtml(request.originalUrl, session)
    },
  }
}

function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
