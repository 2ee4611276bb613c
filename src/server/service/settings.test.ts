import { describe, expect, it } from 'vitest'
import { readDatabasePlace, readServiceSettings } from './settings.ts'

describe('readServiceSettings', () => {
  it('has defaults for everything', () => {
    expect(readServiceSettings({}).settings).toEqual({
      HOST: '127.0.0.1',
      PORT: 8081,
      DATA_DIR: '.data',
      DEMO_TRANSACTIONS: 25_000,
      RATE_LIMIT_PER_MINUTE: 6000,
      LOG_LEVEL: 'info',
    })
  })

  it('makes no demonstration data on PostgreSQL, unless asked', () => {
    const DATABASE_URL = 'postgresql://custody@db/custody'
    expect(readServiceSettings({ DATABASE_URL }).settings).toMatchObject({
      DATABASE_URL,
      DEMO_TRANSACTIONS: 0,
    })
    expect(readServiceSettings({ DATABASE_URL, DEMO_TRANSACTIONS: '5' }).settings?.DEMO_TRANSACTIONS).toBe(5)
  })

  it('lists all that is wrong at once, and shows no value', () => {
    const { problems } = readServiceSettings({
      PORT: '99999',
      DEMO_TRANSACTIONS: 'many',
      RATE_LIMIT_PER_MINUTE: '0',
      DATABASE_URL: 'mysql://root:secret@db',
      SERVICE_PUBLIC_URL: 'custody.example',
      LOG_LEVEL: 'loud',
    })
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DEMO_TRANSACTIONS',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_PER_MINUTE',
      'SERVICE_PUBLIC_URL',
    ])
    expect(problems.join()).not.toContain('secret')
  })
})

it('readDatabasePlace asks for nothing but the place', () => {
  expect(readDatabasePlace({ PORT: 'nonsense', DATA_DIR: '/srv/custody' }).settings).toEqual({
    dataDir: '/srv/custody',
  })
})
