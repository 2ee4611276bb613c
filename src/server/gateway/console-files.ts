/** The built console: hashed files that never change, and the one page that every address of the console opens. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ConsoleServer } from './context.ts'

/** Serves the console from the directory that the build wrote. */
export function builtConsole(directory: string): ConsoleServer {
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
    sendPage: async (_request, reply: FastifyReply) => reply.sendFile('index.html'),
  }
}

function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
