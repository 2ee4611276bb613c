/** Sends a message as Standard Webhooks has it, to the address that its operator means and to no other. */
import { createHmac } from 'node:crypto'
import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { errorText, systemCodeOf } from '../../http.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Webhook } from './webhooks-file.ts'

export interface SendResult {
  /** `gone`: the receiver wants no more. */
  readonly outcome: 'delivered' | 'failed' | 'gone'
  /** The HTTP status, or why there is none. */
  readonly status: string
  /** The first line of the answer. */
  readonly line: string
}

/** Milliseconds from the first byte sent to the answer. */
const patience = 15_000
/** Characters of an answer that are looked at. */
const mostAnswered = 200

const minute = 60_000
/** Milliseconds, after each try. The last one stands for all that follow: a message is tried until it is taken. */
const pauses = [5000, 5 * minute, 30 * minute, 120 * minute, 300 * minute]

export function pauseAfter(tries: number): number {
  return pauses[Math.max(0, Math.min(tries, pauses.length) - 1)] ?? 0
}

type Reach = 'loopback' | 'public' | 'any'

export class WebhookSender {
  readonly #agents: Readonly<Record<Reach, Agent>> = {
    loopback: agentFor('loopback'),
    public: agentFor('public'),
    any: agentFor('any'),
  }

  /** `now`: milliseconds since 1970. Throws the reason of the signal alone. */
  async send(
    { url, secret, private: isPrivate }: Pick<Webhook, 'url' | 'secret' | 'private'>,
    { id, body }: { readonly id: string; readonly body: string },
    now: number,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const timestamp = String(Math.floor(now / 1000))
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    const reach: Reach = url.protocol === 'http:' ? 'loopback' : isPrivate ? 'any' : 'public'
    try {
      // No name is looked up for an address.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) !== 0 && !isWithin[reach](host)) throw refusedAddress(host)
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      // A request whose connection is still being made hears of the signal only once it has one.
      const asking = this.#agents[reach].request({
        ...{ origin: url.origin, path: url.pathname + url.search, method: 'POST', body },
        headers: {
          'content-type': 'application/json',
          'user-agent': 'custody-console',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        signal: deadline,
      })
      const { statusCode, body: answer } = await unlessAborted(deadline, asking)
      const line = await firstLine(answer).catch(() => '')
      const isTaken = statusCode >= 200 && statusCode < 300
      const outcome = isTaken ? 'delivered' : statusCode === 410 ? 'gone' : 'failed'
      return { outcome, status: String(statusCode), line }
    } catch (error) {
      signal.throwIfAborted()
      return { outcome: 'failed', status: reasonOf(error), line: '' }
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()))
  }
}

/** Its rest is not read. */
async function firstLine(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += chunk.toString('utf8', 0, mostAnswered)
    if (text.length >= mostAnswered || text.includes('\n')) break
  }
  body.destroy()
  return (text.split('\n')[0] ?? '').slice(0, mostAnswered).trim()
}

function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${patience / 1000} s`
  return systemCodeOf(error) || errorText(error)
}

class RefusedAddress extends Error {}

function refusedAddress(host: string): RefusedAddress {
  return new RefusedAddress(`${host} is, or leads to, an address that this webhook may not reach`)
}

/** Connects to no other address, whatever a name leads to by then. Redirects are not followed. */
function agentFor(reach: Reach): Agent {
  const lookupWithin: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[] = []) => {
      const [first] = addresses
      if (error !== null) done(error, [])
      else if (!addresses.every(({ address }) => isWithin[reach](address))) done(refusedAddress(host), [])
      else if (options.all) done(null, [...addresses])
      else done(null, first?.address ?? '', first?.family)
    })
  return new Agent({
    connect: { lookup: lookupWithin, timeout: patience },
    ...{ headersTimeout: patience, bodyTimeout: patience, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 },
  })
}

const isWithin: Readonly<Record<Reach, (address: string) => boolean>> = {
  loopback: (address) => isIn(loopback, address),
  // IPv4 in any form of IPv6 is refused with the rest: nobody needs to receive there.
  public: (address) => (isIP(address) === 4 || isIn(globalUnicast, address)) && !isIn(reserved, address),
  any: () => true,
}

function isIn(networks: BlockList, address: string): boolean {
  return networks.check(address, familyOf(address))
}

function networksOf(...networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const each of networks) {
    const [network = '', prefix] = each.split('/')
    list.addSubnet(network, Number(prefix), familyOf(network))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

const loopback = networksOf('127.0.0.0/8', '::1/128')
const globalUnicast = networksOf('2000::/3')
/** Of the registries of special addresses of IANA (RFC 6890). */
const reserved = networksOf(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)
