/** A receiver of webhooks on a port of its own. It checks signatures by a few lines that it shares with nobody. */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { listenLocally } from '../../testing/sockets.ts'

interface ReceivedMessage {
  readonly id: string
  readonly type: string
  readonly text: string
  readonly data: {
    readonly account: string
    readonly count: number
    readonly counts: Readonly<Record<string, number>>
    readonly events: readonly Readonly<Record<string, unknown>>[]
  }
}

/** Takes messages whose signature fits, and answers as the test says: a status, or where to go. */
export async function startWebhookReceiver() {
  const key = randomBytes(32)
  const taken: ReceivedMessage[] = []
  const tried: string[] = []
  const state = { status: 204, headers: {} as Record<string, string> }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      } = request.headers
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const fits = String(signature).split(' ').includes(`v1,${expected}`)
      tried.push(String(id))
      if (fits && state.status === 204) taken.push({ id: String(id), ...JSON.parse(body) })
      response.writeHead(fits ? state.status : 401, state.headers).end()
    })
  })
  const port = await listenLocally(server)
  return {
    ...{ taken, tried, state },
    url: `http://127.0.0.1:${port}/hook`,
    secret: `whsec_${key.toString('base64')}`,
    /** Without the time at which each was made. */
    texts: () => taken.map(({ text }) => text.replace(/, \S+ \S+ UTC:/, ':')),
    close: () => void server.close(),
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>
