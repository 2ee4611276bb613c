import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textFields } from '../../contract/normal-records.ts'
import * as contract from '../../contract/records.ts'
import {
  envelopeItems,
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from './normalise.ts'

const source = { source_type: 'vault', source_id: 'v1', source_name: 'Cold 1', source_address: '0xabc' }
const destination = {
  destination_type: 'stake pool',
  destination_id: 'd1',
  destination_name: 'Pool',
  destination_address: 'pool1x',
  memo: '',
}
const details = {
  transaction_type: 'stake',
  asset_id: 'ADA',
  asset_name: 'Cardano',
  network_id: 'ADA',
  network_name: 'Cardano',
  amount: '1.000000',
  fee: '0.17',
  source,
  destination,
  txn_hash: 'ff',
  blockexplorer_link: 'https://example.com/tx/ff',
  note: '',
}
const item = {
  transaction_id: 't1',
  timestamp: '2026-11-01T00:00:00.000Z',
  transaction: details,
  status: 'completed',
}

describe('a transaction', () => {
  test.each([
    ['COMPLETED', 'Change-Pool', 'Vault', 'STAKE_POOL'],
    ['Completed', 'CHANGE POOL', 'VAULT', 'stakePool'],
    ['completed', 'changepool', 'vault', 'stakepool'],
  ])('with the words %s, %s, %s and %s has those of the specification', (...words) => {
    const [status, transaction_type, source_type, destination_type] = words
    const sent = { transaction_type, source: { source_type }, destination: { destination_type } }
    expect(normaliseTransaction({ status, transaction: sent })).toMatchObject({
      status: 'completed',
      transaction_type: 'change pool',
      source: { source_type: 'vault' },
      destination: { destination_type: 'stake pool' },
    })
  })

  test('keeps words that the specification does not have, and a negative fee, as they came', () => {
    const sent = { status: 'In Review', transaction: { transaction_type: 'Swap', fee: '-0.50' } }
    expect(normaliseTransaction(sent)).toMatchObject({
      status: 'In Review',
      transaction_type: 'Swap',
      fee: '-0.50',
    })
  })

  test('in the specified form keeps every field and has no others', () => {
    const { received, ...transaction } = normaliseTransaction(item)
    const { transaction: _, ...rest } = item
    expect(transaction).toEqual({ ...rest, ...details, others: [] })
    expect(received).toBe(item)
  })

  const { transaction_id, ...withoutId } = item
  const { source_id, ...withoutSourceId } = source
  test.each([
    ['id for transaction_id', { ...withoutId, id: 't1' }],
    [
      'vault_id for source_id',
      { ...item, transaction: { ...details, source: { ...withoutSourceId, vault_id: 'v1' } } },
    ],
  ])('accepts %s as the same record', (_name, form) => {
    const { received: _form, ...transaction } = normaliseTransaction(form)
    const { received: _item, ...expected } = normaliseTransaction(item)
    expect(transaction).toEqual(expected)
  })

  test.each([
    [
      'both ids',
      { ...item, id: 'other' },
      { transaction_id: 't1', others: [{ path: 'id', value: 'other' }] },
    ],
    ['no timestamp', { ...item, timestamp: undefined }, { timestamp: null }],
  ])('may have %s', (_name, form, expected) => {
    expect(normaliseTransaction(form)).toMatchObject(expected)
  })

  test('keeps what stands beside the specification, from every level', () => {
    const form = {
      ...item,
      created_by: 'ops',
      transaction: { ...details, risk: { score: '7' }, source: { ...source, tag: null } },
    }
    expect(normaliseTransaction(form).others).toEqual([
      { path: 'created_by', value: 'ops' },
      { path: 'transaction.risk', value: '{"score":"7"}' },
      { path: 'transaction.source.tag', value: 'null' },
    ])
  })

  test.each([
    [null],
    [undefined],
    ['text'],
    [[]],
    [{}],
    [{ transaction: 'x' }],
    [{ transaction: { source: [] } }],
  ])('that is broken (%j) is a record without fields, not a crash', (form) => {
    const transaction = normaliseTransaction(form)
    expect(transaction.transaction_id).toBeNull()
    expect(transaction.source.source_id).toBeNull()
    expect(transaction.received).toBe(form)
  })

  test('never throws and never loses the received record, whatever arrives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(normaliseTransaction(value).received).toBe(value)
        expect(normaliseVault(value).received).toBe(value)
        expect(normaliseWhitelist(value).received).toBe(value)
        expect(normaliseHolding(value).received).toBe(value)
      }),
    )
  })
})

describe('a whitelist', () => {
  const asset = {
    asset_id: 'XRP',
    asset_name: 'XRP',
    network_id: 'XRP',
    network_name: 'XRP Ledger',
    address: 'rX',
    memo: '42',
  }

  test.each([
    ['my_organization', 'my_organization'],
    ['My organization', 'my_organization'],
    ['MY ORGANIZATION', 'my_organization'],
    ['Third party', 'third_party'],
    ['Third-Party', 'third_party'],
    ['third_party', 'third_party'],
    ['Partner', 'Partner'],
  ])('type %s reads as %s', (sent, type) => {
    expect(normaliseWhitelist({ whitelist_type: sent }).whitelist_type).toBe(type)
  })

  test.each([
    ['an array', [asset]],
    ['one bare object', asset],
  ])('assets as %s', (_name, assets) => {
    const { assets: read } = normaliseWhitelist({ whitelist_id: 'w', assets })
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject(asset)
  })

  test('without assets has none', () => {
    expect(normaliseWhitelist({ whitelist_id: 'w' }).assets).toEqual([])
  })
})

describe('a vault and its holdings', () => {
  const balances = {
    total_balance: '3',
    available_balance: '1',
    processing_balance: '1',
    staking_balance: '1',
    claimable_balance: '0',
  }
  const asset = {
    asset_id: 'ETH',
    asset_name: 'Ether',
    network_id: 'ETH',
    network_name: 'Ethereum',
    balances,
  }

  test('an empty list of assets is told from none', () => {
    expect(normaliseVault({ vault_id: 'v', assets: [] })).not.toHaveProperty('lacksAssets')
    for (const assets of [undefined, null])
      expect(normaliseVault({ vault_id: 'v', assets })).toMatchObject({ assets: [], lacksAssets: true })
  })

  test('in the settled form, the type in any case', () => {
    const vault = normaliseVault({ vault_id: 'v', vault_name: 'n', vault_type: 'COLD', assets: [asset] })
    expect(vault).toMatchObject({ vault_id: 'v', vault_name: 'n', vault_type: 'cold', others: [] })
    expect(vault.assets[0]?.balances).toEqual(balances)
  })

  test('assets as one bare object', () => {
    expect(normaliseVault({ assets: asset }).assets[0]?.asset_id).toBe('ETH')
  })

  const { total_balance, ...rest } = balances
  const missing = Object.fromEntries(Object.keys(rest).map((name) => [name, null]))
  test.each([
    ['an array of one object', [balances], balances, []],
    ['objects that fill each other’s gaps', [{ total_balance }, rest], balances, []],
    [
      'a component twice, of which the first counts',
      [balances, { total_balance: '9' }],
      balances,
      [{ path: 'balances[1].total_balance', value: '9' }],
    ],
    ['missing components, which are not zero', { total_balance }, { ...missing, total_balance }, []],
  ])('balances as %s', (_name, sent, expected, others) => {
    expect(normaliseHolding({ ...asset, balances: sent })).toMatchObject({ balances: expected, others })
  })

  test('fields that nobody knows are kept', () => {
    const vault = normaliseVault({ vault_id: 'v', region: 'CH', assets: [{ ...asset, frozen: true }] })
    expect(vault.others).toEqual([{ path: 'region', value: 'CH' }])
    expect(vault.assets[0]?.others).toEqual([{ path: 'frozen', value: 'true' }])
  })
})

describe('an envelope', () => {
  test.each([
    ['its array', { vaults: [1, 2] }, [1, 2]],
    ['one bare object in place of the array', { vaults: { a: 1 } }, [{ a: 1 }]],
    ['an empty array', { vaults: [] }, []],
    ['a bare record', { vault_id: 'v' }, [{ vault_id: 'v' }]],
    ['another object', { results: [] }, null],
    ['null', null, null],
    ['an array', [], null],
    ['text in place of the array', { vaults: 'none' }, null],
  ])('%s', (_name, body, expected) => {
    expect(envelopeItems(body, ['vaults'], ['vault_id'])).toEqual(expected)
  })
})

test('the text fields are those of the contract', () => {
  const { answers: _, ...schemas } = contract
  for (const [name, fields] of Object.entries(textFields)) {
    const schema = Object.entries(schemas).find(([each]) => each === name)?.[1]
    const texts = Object.entries(schema?.shape ?? {}).filter(([, field]) =>
      ['string', 'enum'].includes(field._zod.def.type),
    )
    expect(fields, name).toEqual(texts.map(([field]) => field))
  }
})

test.each<readonly [string, unknown, true | undefined]>([
  ['none', undefined, undefined],
  ['an empty object', {}, undefined],
  ['an object without values', { total_balance: null }, undefined],
  ['an array of pairs', [['total', '1']], true],
  ['an object by number', { 0: '1' }, true],
  ['a text', '1.5', true],
  ['one amount beside another field', { total_balance: '1', other: '2' }, undefined],
])('balances as %s are not given, or have a form that is not read', (_, balances, isUnread) => {
  expect(normaliseHolding({ asset_id: 'ADA', balances }).hasUnreadBalances).toBe(isUnread)
})
