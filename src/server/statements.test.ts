/** Every statement that reaches PostgreSQL, by its words: docs/deployment.md says which engines document each of them. */
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { postgresPort } from '../database/testing/databases.ts'
import { createDatabaseAt } from '../database/testing/postgres.ts'
import { openSessionRegister } from './gateway/session-register.ts'
import { runKeysCommand } from './service/keys-command.ts'
import { readServiceSettings } from './service/settings.ts'
import { startService } from './service/start.ts'
import { indexes, tablesWith } from './service/tables.ts'

/** What the service asks with, beside names of its own. */
const words = [
  ...['begin', 'isolation', 'level', 'read', 'committed', 'commit', 'show', 'server_encoding'],
  // The state of one transaction, and no longer.
  ...['local', 'statement_timeout', 'idle_in_transaction_session_timeout'],
  ...['create', 'table', 'index', 'if', 'not', 'exists', 'primary', 'unique', 'foreign', 'key', 'references'],
  ...['default', 'null', 'collate', 'text', 'numeric', 'integer', 'timestamptz'],
  ...['insert', 'into', 'values', 'on', 'conflict', 'do', 'nothing', 'update', 'set', 'returning'],
  ...[
    'select',
    'from',
    'as',
    'join',
    'left',
    'where',
    'and',
    'or',
    'is',
    'group',
    'order',
    'by',
    'asc',
    'desc',
  ],
  ...['limit', 'offset', 'true', 'at', 'time', 'zone'],
  ...['json_agg', 'array', 'sum', 'now'],
]

/** The register of sessions has these as well, and not all of those. */
const registerWords = [
  ...['float8', 'interval', 'delete', 'excluded', 'using'],
  ...['unnest', 'extract', 'epoch', 'clock_timestamp', 'greatest'],
]

/** The words of statements, without those in quotes and those that name something of ours. */
function wordsOf(statements: readonly string[], own: ReadonlySet<string>): Set<string> {
  const all = statements.flatMap((sql) => sql.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/[a-z_]\w*/gi) ?? [])
  return new Set(
    all.filter((word) => !own.has(word) && !/^(\w|page|found|later|bytes|first|rows|recorded)$/.test(word)),
  )
}

async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([asked]: readonly unknown[]) =>
      typeof asked === 'string'
        ? asked
        : asked instanceof Object && 'text' in asked
          ? String(asked.text)
          : '',
    )
  } finally {
    spy.mockRestore()
  }
}

describe.skipIf(postgresPort === null)('on PostgreSQL', () => {
  it('the service asks in plain SQL: no trigger, function of its own, lock, sequence or state of a session', async () => {
    const DATABASE_URL = await createDatabaseAt(postgresPort ?? 0)
    const statements = await statementsOf(async () => {
      const { settings } = readServiceSettings({
        ...{ DATABASE_URL, PORT: '0', DEMO_TRANSACTIONS: '50', LOG_LEVEL: 'silent' },
      })
      if (settings === undefined) throw new Error('the settings are wrong')
      const service = await startService(settings)
      const date = 'start_date=2000-01-01&end_date=2100-01-01'
      for (const path of [
        ...['/transactions', `/transactions?limit=10&${date}`, `/transactions?limit=10&offset=10&${date}`],
        ...[
          '/transactions?status=completed&asset_id=BTC',
          '/transactions/none',
          '/vaults/none',
          '/vaults?limit=2',
        ],
        ...['/vaults?vault_type=cold&asset_id=BTC&network_id=BTC', '/whitelist?asset_id=BTC', '/whitelist'],
        ...['/balances', '/balances/cold?asset_id=BTC&limit=1'],
      ])
        await fetch(`${service.address}${path}`, { headers: { 'x-api-key': 'demo-viewer-key' } })
      await service.close()
      const database = await openDatabase({ databaseUrl: DATABASE_URL, timeoutSeconds: 10 })
      await runKeysCommand(database, { name: 'create', keyName: 'one', roles: ['viewer'] })
      await runKeysCommand(database, { name: 'list' })
      await runKeysCommand(database, { name: 'revoke', id: 'none' })
      await database.close()
    })
    expect(statements.length).toBeGreaterThan(50)
    expect(statements).not.toContain('')
    expect([...wordsOf(statements, ownNames())].sort()).toEqual(words.toSorted())
  })

  it('the register of sessions asks in as plain SQL', async () => {
    const databaseUrl = await createDatabaseAt(postgresPort ?? 0)
    const statements = await statementsOf(async () => {
      const register = await openSessionRegister(databaseUrl, 1)
      const positions = new Map([['one', await register.now()]])
      await register.isOpen(positions)
      await register.end(positions)
      await register.close()
    })
    const own = new Set(['custody_console_end', 'custody_console_end_kept_until', 'subject', 'position'])
    for (const name of ['up_to', 'kept_until', 'known', 'asked']) own.add(name)
    const more = [...wordsOf(statements, own)].filter((word) => !words.includes(word))
    expect(more.sort()).toEqual(registerWords.toSorted())
  })
})

function ownNames(): ReadonlySet<string> {
  const definitions = [...tablesWith('text'), ...indexes]
  const names = definitions.flatMap((sql) => [
    ...sql.matchAll(/ exists (\w+)|^ {2}(\w+) (?:text|numeric|timestamptz|integer)/gm),
  ])
  return new Set(names.map(([, defined, column]) => defined ?? column ?? ''))
}
