import { describe, expect, it } from 'vitest'
import { databaseText, textSeparator } from './database-text.ts'
import { itemText, receivedAt } from './testing/records.ts'
import { addressKey, transactionContent, transactionRow } from './transaction-row.ts'

const rowWith = (details: Readonly<Record<string, unknown>>) =>
  transactionRow(receivedAt(0, { details }).transaction)

describe('amounts and fees', () => {
  it.each([
    ['0.00', { fee: '0.00', fee_text: null, fee_form: 'given' }],
    ['-12.5', { fee: '-12.5', fee_text: null, fee_form: 'given' }],
    ['9'.repeat(78), { fee: '9'.repeat(78), fee_text: null, fee_form: 'given' }],
    ['', { fee: null, fee_text: '', fee_form: 'absent' }],
    [null, { fee: null, fee_text: null, fee_form: 'absent' }],
    ['NaN', { fee: null, fee_text: 'NaN', fee_form: 'unreadable' }],
    ['1e3', { fee: null, fee_text: '1e3', fee_form: 'unreadable' }],
  ])('keeps a fee of %j', (fee, expected) => {
    expect(rowWith({ fee })).toMatchObject(expected)
  })
})

describe('keys of accounts', () => {
  const evm = `0x${'aB'.repeat(20)}`
  it('are the same for every spelling on one chain', () => {
    expect(addressKey(` ${evm.toUpperCase().replace('0X', '0x')}`, 'ETH')).toBe(
      addressKey(evm, 'eth-mainnet'),
    )
    expect(addressKey('x', 'UnknownNet')).toBe(addressKey('x', 'unknownnet'))
  })

  it('differ between chains, and where no chain is known between cases', () => {
    expect(addressKey('x', 'one')).not.toBe(addressKey('x', 'two'))
    expect(addressKey('x', 'one')).not.toBe(addressKey('X', 'one'))
    expect(addressKey('b', `net${textSeparator}a`)).not.toBe(addressKey(`a${textSeparator}b`, 'net'))
  })

  it('leave out a memo, which stands apart', () => {
    const address = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
    const withTag = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H'
    const row = rowWith({ network_id: 'XRP', destination: { destination_address: withTag, memo: '' } })
    expect(row.destination_key).toBe(addressKey(address, 'XRP'))
    expect(row.destination_memo).toBe('12345')
  })

  it('are null without an address, and take one of any length', () => {
    expect(addressKey('', 'ETH')).toBeNull()
    expect(addressKey('1'.repeat(1_000_000), 'BTC')?.length).toBeLessThan(240)
  })
})

it('finds by words of id, hash, note, memo, addresses and names, and across none', () => {
  const destination = { destination_address: 'Addr', destination_name: 'Broker', memo: 'MEMO' }
  const words = rowWith({ note: 'A\0note', txn_hash: 'HASH', destination }).words.split(textSeparator)
  expect(words).toEqual(['t1', 'hash', databaseText('a\0note'), 'memo', 'addr-1', 'addr', 'cold', 'broker'])
})

it('has a content that neither the time of the answer nor fields of the service change, and each other field does', () => {
  const content = (text: string) => transactionContent(receivedAt(0, text).transaction)
  const text = itemText({})
  expect(content(text.replace('10:00:00', '11:00:00').replace('{', '{"extra":1,'))).toBe(content(text))
  const fields = [...text.matchAll(/"(\w+)":"/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'timestamp')
  for (const name of fields)
    expect(content(text.replace(`"${name}":"`, `"${name}":"!`)), name).not.toBe(content(text))
  expect(content(itemText({ id: '\ud800' }))).not.toBe(content(itemText({ id: '\ud801' })))
})
