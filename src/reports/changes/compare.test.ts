/** A made history: whichever of its changes happen are told, each in its place, and nothing else. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeDecimal } from '../../contract/decimal.ts'
import { openEither } from '../../database/testing/databases.ts'
import type { AccountStore } from '../../store/account-store.ts'
import { ReportRecords } from '../report-records.ts'
import { type KeptOtherwise, keptAccount, reportIn } from '../testing/kept-account.ts'
import { changesEntry } from './changes.ts'
import { type Changes, compareRecords } from './compare.ts'

const database = await openEither()

interface World {
  transactions: Record<string, Record<string, string>>
  /** Vaults, and what each has available of ETH on ETH. */
  vaults: Record<string, { vault_name: string; vault_type: string; held: string }>
  whitelists: Record<string, { whitelist_name: string; whitelist_type: string; assets: string[][] }>
}

const recorded = '2026-11-01'

/** A deposit of ten into `vault-4`, unless it is said otherwise. */
function deposit(over: Record<string, string> = {}): Record<string, string> {
  return {
    ...{ status: 'completed', transaction_type: 'deposit', day: recorded, amount: '10', fee: '0', note: '' },
    ...{ asset_id: 'ETH', network_id: 'ETH', txn_hash: 'hash', blockexplorer_link: 'https://one.test/hash' },
    ...{ source_type: 'external', source_address: 'from' },
    ...{ destination_type: 'vault', destination_id: 'vault-4', destination_address: 'to', memo: '' },
    ...over,
  }
}

const open = { txn_hash: '', blockexplorer_link: '' }

/** Each entry is an asset, which is its network, an address and a memo. */
function list(...assets: string[][]) {
  return { whitelist_name: `List of ${assets[0]?.[1]}`, whitelist_type: 'third_party', assets }
}

const world = (): World => ({
  transactions: {
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`done-${index}`, deposit()])),
    refused: deposit({ status: 'rejected' }),
    pending: deposit({ ...open, status: 'pending' }),
    arriving: deposit({ ...open, status: 'pending', destination_id: 'vault-1' }),
    processing: deposit({ ...open, status: 'processing' }),
    confirming: deposit({ status: 'confirming' }),
  },
  vaults: {
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((each) => [
        `vault-${each}`,
        { vault_name: `Vault ${each}`, vault_type: 'cold', held: each === 4 ? '90' : '0.5' },
      ]),
    ),
  },
  whitelists: {
    adding: list(['ETH', 'a1', '']),
    removing: list(['ETH', 'b1', ''], ['ETH', 'b2', '']),
    swapping: list(['ETH', 'c1', ''], ['XRP', 'c2', '1']),
    retagging: list(['XRP', 'd1', '1'], ['XRP', 'd2', '2']),
    crowded: list(['ETH', 'e1', ''], ['ETH', 'e2', '']),
    renaming: list(['ETH', 'f1', '']),
    retyping: list(['ETH', 'g1', '']),
    dropping: list(['ETH', 'h1', '']),
    naming: list(['ETH', 'i1', '']),
    giving: list(['ETH', 'j1', ''], ['ETH', 'j2', '']),
  },
})

function accountIn(
  { transactions, vaults, whitelists }: World,
  over: Pick<KeptOtherwise, 'doubts' | 'dates'> = {},
  asOf = `${recorded}T12:00:00.000Z`,
): Promise<AccountStore> {
  const items = Object.entries(transactions).map(([transaction_id, { status, day = '', ...fields }]) => {
    const pick = (end: string) => Object.entries(fields).filter(([name]) => name.startsWith(end))
    const destination = { ...Object.fromEntries(pick('destination_')), memo: fields.memo }
    const transaction = { ...fields, source: Object.fromEntries(pick('source_')), destination }
    return [{ transaction_id, status, transaction }, day] as const
  })
  const held = Object.entries(vaults).map(([vault_id, { held, ...vault }]) => {
    const zeros = { processing_balance: '0', staking_balance: '0', claimable_balance: '0' }
    const balances = { available_balance: held, ...zeros }
    return { vault_id, ...vault, assets: [{ asset_id: 'ETH', network_id: 'ETH', balances }] }
  })
  const lists = Object.entries(whitelists).map(([whitelist_id, { assets, ...each }]) => ({
    ...{ whitelist_id, ...each },
    assets: assets.map(([asset_id, address, memo]) => ({ asset_id, network_id: asset_id, address, memo })),
  }))
  return keptAccount(database, items, { vaults: held, whitelists: lists, asOf, ...over })
}

async function withBoth<Result>(
  earlier: AccountStore,
  account: AccountStore,
  use: (before: ReportRecords, after: ReportRecords) => Promise<Result>,
): Promise<Result> {
  const key = await earlier.readMoment(async (moment) => moment.account)
  return await account.readMoment(async (moment) => {
    const after = await ReportRecords.open(moment, async () => null, key)
    return await use(after.other ?? after, after)
  })
}

function compared(earlier: AccountStore, account: AccountStore): Promise<Changes> {
  return withBoth(earlier, account, compareRecords)
}

function linesOf(changes: Changes): string[] {
  const fieldsOf = (fields: Changes['vaults'][number]['fields']) =>
    fields.map(({ field, before, after }) => `${field} ${before || '–'} > ${after || '–'}`)
  const side = ({ before, after }: { before: unknown; after: unknown }) =>
    before === null ? 'new' : after === null ? 'gone' : 'changed'
  const lines = [
    ...changes.transactions.map(({ kind, id, fields }) => [kind, id, ...fieldsOf(fields)]),
    ...changes.added.map(({ status, type, count }) => ['added', status, type, count]),
    ...changes.forward.map(({ before, after, count }) => ['forward', before, after, count]),
    ...changes.renamed.map(({ field, before, after, count }) => ['renamed', field, before, after, count]),
    ...changes.whitelists.map(({ list, entry, fields, movedFrom }) => [
      ...['list', (list.before ?? list.after)?.whitelist_id, side(entry ?? list)],
      ...(entry ? [(entry.before ?? entry.after)?.address] : []),
      ...[...fieldsOf(fields), ...movedFrom.map(({ whitelist_id }) => `from ${whitelist_id}`)],
    ]),
    ...changes.vaults.map((vault) => [
      ...['vault', (vault.before ?? vault.after)?.vault_id, side(vault), ...fieldsOf(vault.fields)],
    ]),
    ...changes.holdings.map(({ key, verdict, moved, unexplained }) => [
      ...[verdict, key.vault_id, writeDecimal(moved), writeDecimal(unexplained)],
    ]),
  ]
  return lines.map((line) => line.join(' ')).sort()
}

const before = await accountIn(world())
const later = '2026-11-03T12:00:00.000Z'

type Event = readonly [happen: (to: World) => unknown, ...told: string[]]

const set = (id: string, fields: Record<string, string>) => (to: World) =>
  Object.assign(to.transactions[id] ?? {}, fields)

const history: readonly Event[] = [
  [(to) => to.whitelists.adding?.assets.push(['ETH', 'a2', '']), 'list adding new a2'],
  [(to) => to.whitelists.removing?.assets.pop(), 'list removing gone b2'],
  [
    (to) => to.whitelists.swapping?.assets.splice(0, 1, ['ETH', 'c9', '']),
    'list swapping changed c1 address c1 > c9',
  ],
  [
    (to) => to.whitelists.retagging?.assets.splice(1, 1, ['XRP', 'd2', '3']),
    'list retagging changed d2 memo 2 > 3',
  ],
  [
    // Nothing tells which of several entries is another.
    (to) => to.whitelists.crowded?.assets.splice(0, 2, ['ETH', 'e3', ''], ['ETH', 'e4', '']),
    ...['e1', 'e2'].map((address) => `list crowded gone ${address}`),
    ...['e3', 'e4'].map((address) => `list crowded new ${address}`),
  ],
  [
    (to) => Object.assign(to.whitelists.renaming ?? {}, { whitelist_name: 'Other' }),
    'list renaming changed whitelist_name List of f1 > Other',
  ],
  [
    (to) => Object.assign(to.whitelists.retyping ?? {}, { whitelist_type: 'my_organization' }),
    'list retyping changed whitelist_type third_party > my_organization',
  ],
  [(to) => delete to.whitelists.dropping, 'list dropping gone'],
  [
    (to) => {
      to.whitelists.taking = list(['ETH', 'i1', ''])
      Object.assign(to.whitelists.naming ?? {}, { whitelist_name: 'No more' })
    },
    'list naming changed whitelist_name List of i1 > No more',
    'list taking new from naming',
  ],
  [
    (to) => to.whitelists.adding?.assets.push(...(to.whitelists.giving?.assets.splice(1, 1) ?? [])),
    'list adding new j2 from giving',
    'list giving gone j2',
  ],
  [(to) => delete to.transactions['done-0'], 'gone done-0'],
  [set('done-1', { amount: '10.000000000000000001' }), 'final done-1 amount 10 > 10.000000000000000001'],
  [set('refused', { status: 'failed' }), 'final refused status rejected > failed'],
  [
    set('done-2', { destination_address: 'elsewhere', memo: '7' }),
    'final done-2 destination_address to > elsewhere memo – > 7',
  ],
  [set('done-3', { day: '2026-10-30' }), 'final done-3 recorded_on 2026-11-01 > 2026-10-30'],
  [set('done-4', { status: 'pending' }), 'backwards done-4 status completed > pending'],
  [set('confirming', { status: 'processing' }), 'backwards confirming status confirming > processing'],
  [set('pending', { amount: '11' }), 'changed pending amount 10 > 11'],
  [
    (to) => Object.assign(to.transactions, { late: deposit({ status: 'failed', day: '2026-10-31' }) }),
    'late late',
  ],
  [
    set('processing', {
      status: 'confirming',
      txn_hash: 'hash',
      blockexplorer_link: 'https://one.test/hash',
    }),
    'forward processing confirming 1',
  ],
  [
    (to) => {
      set('arriving', { status: 'completed', txn_hash: 'hash' })(to)
      Object.assign(to.vaults['vault-1'] ?? {}, { held: '10.50' })
    },
    'forward pending completed 1',
    'explained vault-1 10 0',
  ],
  [
    (to) => {
      const source = { source_type: 'vault', source_id: 'vault-2' }
      const destination = { destination_type: 'whitelist', destination_id: 'adding' }
      const amounts = { amount: '0.3', fee: '0.00000000000001' }
      const sent = { ...source, ...destination, ...amounts, transaction_type: 'withdraw' }
      to.transactions.sent = deposit({ ...sent, day: '2026-11-02' })
      Object.assign(to.vaults['vault-2'] ?? {}, { held: '0.19999999999999' })
    },
    'added completed withdraw 1',
    'explained vault-2 -0.30000000000001 0',
  ],
  [
    (to) => Object.assign(to.vaults['vault-3'] ?? {}, { held: '0.500000000000000001' }),
    'unexplained vault-3 0 0.000000000000000001',
  ],
  [
    // It moves nothing.
    (to) =>
      Object.assign(to.transactions, {
        idle: deposit({ day: '2026-11-02', transaction_type: 'deposit', destination_id: 'vault-5' }),
      }),
    'added completed deposit 1',
    'unexplained vault-5 10 -10',
  ],
  [
    (to) => Object.assign(to.vaults['vault-0'] ?? {}, { vault_name: 'Other', held: '0.5000' }),
    'vault vault-0 changed vault_name Vault 0 > Other',
  ],
  [
    (to) => Object.assign(to.vaults, { fresh: { vault_name: 'Fresh', vault_type: 'warm', held: '0' } }),
    'vault fresh new',
  ],
  [
    // A service names a whitelist in its transactions as it is called now.
    set('done-5', { destination_name: 'Called anew', blockexplorer_link: 'https://two.test/hash' }),
    'renamed destination_name  Called anew 1',
    'renamed blockexplorer_link https://one.test https://two.test 1',
  ],
]

test('whichever of these happen are told, and nothing else', { timeout: 120_000 }, async () => {
  const tell = async (events: readonly Event[]) => {
    const to = world()
    for (const [happen] of events) happen(to)
    const changes = await compared(before, await accountIn(to, {}, later))
    expect(changes.untold).toEqual([])
    expect(linesOf(changes)).toEqual(events.flatMap(([, ...told]) => told).sort())
  }
  expect(history.length).toBeGreaterThan(20)
  for (const event of history) await tell([event])
  await tell(history)
  await fc.assert(fc.asyncProperty(fc.subarray([...history]), tell), { numRuns: 5 })
})

test('of records and themselves nothing is said, whatever order and form they come in', async () => {
  expect(linesOf(await compared(before, before))).toEqual([])
  const { transactions, vaults, whitelists } = world()
  const turned = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).toReversed())
  const to = { transactions: turned(transactions), vaults: turned(vaults), whitelists: turned(whitelists) }
  for (const each of Object.values(to.transactions))
    Object.assign(each, { amount: `${each.amount}.000`, source_name: '' })
  for (const each of Object.values(to.whitelists)) each.assets.reverse()
  expect(linesOf(await compared(before, await accountIn(to, {}, later)))).toEqual([])
})

describe('nothing is concluded', () => {
  const without = world()
  delete without.transactions['done-0']
  Object.assign(without.vaults['vault-3'] ?? {}, { held: '1' })
  const partial = { doubts: ['It was cut off.'] }

  test('from a list that is not proved complete', async () => {
    const changes = await compared(before, await accountIn(without, partial, later))
    expect(changes.transactions).toMatchObject([{ kind: 'gone', isCertain: false }])
    expect(changes.holdings).toMatchObject([{ verdict: 'uncertain' }])
    expect(changes.untold).toEqual([
      'The later transactions are not proved complete: what is missing may still be there.',
    ])
    const other = await compared(await accountIn(without, partial), await accountIn(world(), {}, later))
    expect(other.untold).toEqual([
      'The earlier transactions are not proved complete: what is new may have been there before.',
    ])
  })

  test.each([
    [{ failure: 'ignored' as const }, /^The later transactions have no dates/],
    [{ days: 'service' as const }, /^One of the two has UTC days/],
  ])('from days that cannot be compared: %o', async (dates, sentence) => {
    const to = world()
    for (const each of Object.values(to.transactions)) each.day = '2025-01-01'
    Object.assign(to.transactions, { early: deposit({ status: 'failed', day: '2025-01-01' }) })
    const changes = await compared(before, await accountIn(to, { dates }, later))
    expect(linesOf(changes)).toEqual(['added failed deposit 1'])
    expect(changes.untold).toEqual([expect.stringMatching(sentence)])
  })

  test('from what has no id, or that of another', async () => {
    const of = (ids: readonly string[]) =>
      keptAccount(
        database,
        ids.map((transaction_id) => [{ transaction_id, status: 'completed' }, null]),
        { dates: { failure: 'ignored' } },
      )
    const changes = await compared(await of(['a', 'a', '']), await of(['a', '']))
    expect(linesOf(changes)).toEqual([])
    expect(changes.untold).toContain(
      '5 transactions without an id, or with the id of another, could not be compared.',
    )
  })
})

test('the report has what should never happen in its headline and first table, with each record before and after', async () => {
  const to = world()
  delete to.transactions['done-0']
  set('done-1', { amount: '-2000.0050' })(to)
  const account = await accountIn(to, {}, later)
  const opened = changesEntry.open(new URLSearchParams({ with: 'earlier' }), 0)
  if ('refusal' in opened) throw new Error(opened.refusal.text)
  const { headline, tables, remarks } = await withBoth(before, account, async (_, after) =>
    reportIn(await opened.make(after)),
  )
  expect(headline).toEqual({
    text: 'Unexpected: 1 transaction gone, 1 changed after it was final',
    tone: 'bad',
  })
  expect(tables[0]?.title).toBe('Transactions that should not have changed (2)')
  const amounts = 'Amount: 10, now '
  expect(tables[0]?.rows).toMatchObject([
    {
      ...{ id: 'transaction:done-0', href: '/changes?with=earlier&change=transaction%3Adone-0' },
      parts: [{ id: 'before' }],
    },
    {
      id: 'transaction:done-1',
      cells: { differences: `${amounts}-2000.0050`, differences_shown: `${amounts}-2,000.0050` },
      parts: [
        { id: 'before', cells: { amount: '10' } },
        { id: 'after', cells: { amount: '-2000.0050' } },
      ],
    },
  ])
  expect(remarks[1]).toMatch(/^After: the present records, read from demo/)
})
