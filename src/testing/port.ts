import { createServer, type Server } from 'node:net'

/** Has a server listen at a free port of this machine; the port. */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.')
  return bound.port
}

/** A TCP port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenLocally(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}
