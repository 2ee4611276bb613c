/** Downloads of a gateway whose database has the records of three keys. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { serviceErrors, writeErrorBody } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { openEither } from '../../database/testing/databases.ts'
import type { AccountStore } from '../../store/account-store.ts'
import type { DatesState } from '../../store/state.ts'
import { openStore } from '../../store/store.ts'
import {
  balancesOutcome,
  itemText,
  readWholeLists,
  receivedList,
  vaultsOutcome,
  whitelistsOutcome,
} from '../../store/testing/records.ts'
import { leastRead } from '../gateway/reading.ts'
import { testClock } from '../gateway/testing/clock.ts'
import { startGateway } from '../gateway/testing/gateway.ts'
import { newFolder } from './folder.ts'
import { jsonLines } from './json-lines.ts'

const day = 86_400_000
const firstDay = Date.parse('2026-10-01T00:00:00Z')

const hostile = [
  '=1+1',
  '-5+3',
  '@x',
  'a\n=1',
  'say "so", he\r\nsaid',
  'a\u0000b',
  '\ud800',
  "'",
  'x;=1',
  '<c>',
]

/** More than two pieces of rows. */
export const downloadedItems = Array.from({ length: 1500 }, (_, index) =>
  itemText({
    id: `a-${String(index).padStart(4, '0')}`,
    status: index % 3 === 0 ? 'failed' : 'completed',
    details: { note: hostile[index] ?? '', amount: `${index}.000000000000000001`, risk: index },
  }),
)

/** What is known of when the item at this place was recorded, in milliseconds. */
export function spanOfItem(index: number): { readonly from: number; readonly before: number } {
  const from = firstDay + (index % 40) * day
  return { from, before: from + (index < 2 ? 60 : 1) * day }
}

const dates = {
  ...({ failure: null, form: 'day', days: 'utc', isComplete: true } as const),
  ...{ askedFrom: null, longestPage: 0, undated: 0, doubts: [] },
} satisfies DatesState
/** Until the end of a file of tests. Its service takes keys, and lets nothing be read with them. */
export async function downloadsOf(service: ScriptedKeys) {
  const script = () => service.script('*', serveKeys)
  script()
  beforeEach(script)
  const database = await openEither()
  const store = await openStore(database)

  async function accountOf(apiKey: string): Promise<AccountStore> {
    const reader = { kind: 'typed' } as const
    const records = store.of(
      await store.account({ service: service.address, reader, apiKey, accountId: null }),
    )
    // Otherwise it is forgotten.
    await records.attend('a session', 3600, true)
    return records
  }

  /** The first has two rows of which it is not known whether they are in October. */
  async function fillAccount(apiKey: string, texts: readonly string[]): Promise<AccountStore> {
    const records = await accountOf(apiKey)
    await readWholeLists(records, receivedList(texts), {
      lists: {
        vaults: vaultsOutcome({
          vault_id: `vault of ${apiKey}`,
          assets: [{ asset_id: 'BTC' }, { asset_id: 'ETH' }],
        }),
        whitelists: whitelistsOutcome({ whitelist_id: `list of ${apiKey}`, assets: [{ address: 'x' }] }),
        balances: balancesOutcome({ asset_id: apiKey }),
        'balances-cold': balancesOutcome({ asset_id: `cold ${apiKey}` }),
      },
      state: { dates },
    })
    const spans = texts.map((text, index) => {
      const { transaction_id: id } = JSON.parse(text)
      return { id, ...spanOfItem(index) }
    })
    // Kept to the end, so that no gateway reads the account.
    await records.setDays((await records.takeLease('test', 3600)) ?? '', spans)
    return records
  }

  await (await accountOf('a new key')).takeLease('test', 3600)
  const records = await fillAccount('key a', downloadedItems)
  await fillAccount(
    'key with much',
    // More than sockets take at once.
    Array.from({ length: 40 }, (_, index) =>
      itemText({ id: `m-${index}`, details: { note: 'x'.repeat(500_000) } }),
    ),
  )
  await fillAccount('key b', [itemText({ id: 'b-1' })])

  async function startDownloads(settings: Record<string, string> = {}, given: Database = database) {
    const folder = await newFolder()
    const auditLog = join(folder, 'audit.log')
    const ticks: (() => void)[] = []
    const clock = {
      ...testClock(),
      every(_: number, call: () => void) {
        ticks.push(call)
        return () => void ticks.splice(ticks.indexOf(call), 1)
      },
    }
    const gateway = await startGateway(
      {
        ...{
          CUSTODY_API_URL: service.address,
          KEEP_RECORDS: 'configured',
          AUDIT_LOG: auditLog,
          DATA_DIR: folder,
        },
        ...settings,
      },
      { openRecords: async () => ({ ...given, close: async () => {} }), clock },
    )
    await gateway.sync.settled()
    const signIn = async (key: string) => {
      const cookie = await gateway.signIn(key)
      await gateway.sync.settled()
      const { fingerprint } = await gateway.state(cookie)
      const ask = (path: string, given = fingerprint ?? '') =>
        gateway.fetch(`/api${path}${path.includes('?') ? '&' : '?'}fingerprint=${given}`, {
          headers: { cookie },
        })
      return { cookie, fingerprint, ask }
    }
    const lines = async () =>
      jsonLines(await readFile(auditLog, 'utf8')).filter(({ event }) => /^export-/.test(event))
    return { gateway, signIn, lines, folder, tick: () => ticks.map((call) => call()) }
  }

  return { database, records, startDownloads }
}

interface ScriptedKeys {
  readonly address: string
  script(path: string, script: typeof serveKeys): void
}

function serveKeys({ url }: IncomingMessage, response: ServerResponse): void {
  const { httpStatus } = serviceErrors['ERR-01']
  const isTried = url === leastRead
  const body = isTried ? { transactions: [] } : writeErrorBody('ERR-01', serviceErrors['ERR-01'])
  response.writeHead(isTried ? 200 : httpStatus, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
