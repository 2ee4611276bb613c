import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from '../../testing/sockets.ts'

/** Stands between a program and a server of this machine, and does to their connections what networks and servers do. */
export async function startTcpProxy(target: number) {
  let leadsTo = target
  let state: 'passes' | 'hangs' | 'is silent' | 'is away' = 'passes'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    near.on('error', () => {})
    if (state === 'is away') return void near.destroy()
    const far = connect(leadsTo, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    far.on('error', () => {})
    for (const socket of pair) socket.on('close', end)
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      if (state !== 'is silent') near.write(bytes)
    })
    if (state === 'hangs') for (const socket of pair) socket.pause()
  })
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: await listenLocally(server),
    /** Connections break, and new ones do, too. */
    goAway() {
      state = 'is away'
      breakAll()
    },
    /** It takes connections, and answers nothing. */
    hang() {
      state = 'hangs'
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    /** All that is sent arrives, and its answers are lost. */
    fallSilent() {
      state = 'is silent'
    },
    connections: () => pairs.size,
    /** What was sent meanwhile arrives. */
    comeBack() {
      state = 'passes'
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    /** All connections break, and new ones lead to another server. */
    lead(port: number) {
      leadsTo = port
      state = 'passes'
      breakAll()
    },
    close() {
      breakAll()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
