import { connect, createServer, type Server } from 'node:net'

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

/** Sends bytes and reads until the server hangs up. */
export function exchange(address: string, request: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      text += data
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
