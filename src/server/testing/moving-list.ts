/** The real service over a list that comes and goes between requests, with a connection that breaks: for the proof of the walk. */
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '../../contract/session.ts'
import type { Random } from '../demonstration/prng.ts'
import { errorBodyOf, Refusal } from '../http.ts'
import type { Database } from '../service/database/database.ts'
import { createService } from '../service/server.ts'
import { fixtureBooks } from '../service/testing/books.ts'
import { fill } from '../service/testing/service.ts'

/** What a reader must and may have been given. */
export interface Witness {
  /** Ids that matched the filter at every request. */
  readonly throughout: ReadonlySet<string>
  /** Ids that matched it at one request at least. */
  readonly ever: ReadonlySet<string>
  readonly requests: number
}

/** What happens between the requests of one run. */
export interface Weather {
  readonly random: Random
  /** The status that the reader asks for; undefined where it asks for all. */
  readonly status: string | undefined
  /** The share of requests before which the list changes, and of those that fail. */
  readonly changes: number
  readonly faults: number
}

/** A service of which one list is read, and changed, again and again. */
export interface MovingList {
  /** Begins a run: `fetch` is from now on the console's; the witness tells what was there. */
  begin(weather: Weather): Promise<{ readonly fetch: typeof fetch; witness(): Witness }>
  close(): Promise<void>
}

/** Fills an empty database and serves it. */
export async function createMovingList(database: Database): Promise<MovingList> {
  await fill(database, { ...fixtureBooks, transactions: [] })
  const service = createService({ database, demonstration: false, rateLimitPerMinute: 100_000_000 })
  const rows = new Map<string, Row>()
  let serial = 0

  /** The same changes in the database and in the model of it. */
  const change = async (random: Random, count: number) => {
    const put = new Map<string, Row>()
    const gone = new Set<string>()
    for (let index = 0; index < count; index += 1) {
      const existing = rows.size > 0 ? random.pick([...rows.values()]) : undefined
      const kind = existing === undefined ? 0 : random.below(5)
      if (kind <= 1 || existing === undefined) {
        // At the head, or anywhere: among others of the same instant, too.
        const at = kind === 0 ? minutes + serial : random.below(minutes)
        const id = `${random.hex(2)}-${serial++}`
        put.set(id, { id, at, status: random.pick(statuses) })
      } else if (kind === 2) gone.add(existing.id)
      else put.set(existing.id, { ...existing, status: random.pick(statuses) })
      for (const row of put.values()) rows.set(row.id, row)
      for (const id of gone) rows.delete(id)
    }
    await database.script(
      [...deleted(gone), ...inserted([...put.values()].filter(({ id }) => !gone.has(id)))].join(';'),
    )
  }

  return {
    async begin({ random, status, changes, faults }) {
      await resize(random)
      let requests = 0
      let throughout: Set<string> | undefined
      const ever = new Set<string>()
      const look = () => {
        const now = [...rows.values()].filter((row) => status === undefined || row.status === status)
        const ids = new Set(now.map(({ id }) => id))
        throughout = throughout === undefined ? ids : new Set([...throughout].filter((id) => ids.has(id)))
        for (const id of ids) ever.add(id)
      }
      return {
        fetch: async (address) => {
          if (requests++ > 0 && random.chance(changes)) await change(random, random.between(1, 6))
          look()
          return random.chance(faults) ? fault(random, service, address) : answer(service, address)
        },
        witness: () => ({ throughout: throughout ?? new Set(), ever, requests }),
      }
    },
    async close() {
      await service.close()
      await database.close()
    },
  }

  async function resize(random: Random) {
    const wanted = random.between(0, 45)
    const surplus = [...rows.keys()].slice(wanted)
    for (const id of surplus) rows.delete(id)
    if (surplus.length > 0) await database.script(deleted(new Set(surplus)).join(';'))
    if (rows.size < wanted) {
      const made = Array.from({ length: wanted - rows.size }, (): Row => {
        return {
          id: `${random.hex(2)}-${serial++}`,
          at: random.below(minutes),
          status: random.pick(statuses),
        }
      })
      for (const row of made) rows.set(row.id, row)
      await database.script(inserted(made).join(';'))
    }
  }
}

interface Row {
  readonly id: string
  /** Minutes since the beginning of the year. */
  readonly at: number
  readonly status: string
}

/** Few instants, so that many records share one. */
const minutes = 60
const statuses = ['pending', 'pending', 'pending', 'completed'] as const

function deleted(ids: ReadonlySet<string>): readonly string[] {
  if (ids.size === 0) return []
  return [`delete from transaction where transaction_id in (${[...ids].map((id) => `'${id}'`).join(', ')})`]
}

function inserted(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return []
  const values = rows.map(
    ({ id, at, status }) =>
      `('${id}', timestamptz '2026-01-01 00:00Z' + interval '1 minute' * ${at}, 'withdraw', '${status}', 'BTC', 'BTC',
        '${amountOf(id)}', '0', 'vault', 'v', '', '', 'whitelist', 'w', '', '', '', '', '', '')`,
  )
  return [
    `insert into transaction values ${values.join(', ')} on conflict (transaction_id) do update set status = excluded.status`,
  ]
}

/** The amount of a transaction, which never changes: what was read has to have it. */
export function amountOf(id: string): string {
  return `${id.split('-')[1] ?? ''}.${Number.parseInt(id.slice(0, 4), 16)}1`
}

function pathOf(address: Parameters<typeof fetch>[0]): string {
  if (typeof address !== 'string') throw new Error('the console asks by text')
  return address.replace(apiPrefix, '')
}

async function answer(service: FastifyInstance, address: Parameters<typeof fetch>[0]): Promise<Response> {
  const { statusCode, body } = await service.inject({
    url: pathOf(address),
    headers: { 'x-api-key': 'demo-viewer-key' },
  })
  return new Response(body, { status: statusCode })
}

/** One of the ways in which an answer does not come. */
async function fault(
  random: Random,
  service: FastifyInstance,
  address: Parameters<typeof fetch>[0],
): Promise<Response> {
  switch (random.below(6)) {
    case 0:
      throw new TypeError('the connection was reset')
    case 1: {
      const text = await (await answer(service, address)).text()
      return new Response(text.slice(0, random.below(text.length)), { status: 200 })
    }
    case 2:
      return new Response('<h1>Bad gateway</h1>', { status: 502 })
    case 3:
      return new Response(JSON.stringify({ error_code: 'GTW-01', code: '504' }), { status: 504 })
    case 4:
      return new Response(JSON.stringify(errorBodyOf(new Refusal('ERR-01'))), {
        status: 400,
      })
    default:
      return new Response(JSON.stringify(errorBodyOf(new Refusal('ERR-03'))), {
        status: 429,
        headers: { 'retry-after': '1' },
      })
  }
}
