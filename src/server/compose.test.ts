import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readProgramSettings } from './compose.ts'
import { readServiceSettings } from './service/settings.ts'

const namesOf = (problems: readonly string[]) => problems.map((line) => line.split(':')[0]).sort()

describe('settings of the whole program', () => {
  it('embed the service, out of reach from outside, unless another is named', () => {
    const { settings } = readProgramSettings({ PORT: '9000', HOST: '0.0.0.0', DEMO_TRANSACTIONS: '10' })
    expect(settings?.gateway).toMatchObject({ PORT: 9000, HOST: '0.0.0.0' })
    expect(settings?.service).toMatchObject({ PORT: 0, HOST: '127.0.0.1', DEMO_TRANSACTIONS: 10 })
    const elsewhere = readProgramSettings({
      CUSTODY_API_URL: 'https://custody.example',
      SESSION_SECRET: 'a secret for tests; long enough to be one',
      // Of a service that is not used.
      DEMO_TRANSACTIONS: 'nonsense',
    })
    expect(elsewhere.settings?.service).toBeUndefined()
    expect(elsewhere.problems).toEqual([])
  })

  it('read the embedded service faster than another one, unless told otherwise', () => {
    const paceOf = (environment: Record<string, string>) =>
      readProgramSettings(environment).settings?.gateway.SYNC_PER_MINUTE
    const elsewhere = {
      CUSTODY_API_URL: 'https://custody.example',
      SESSION_SECRET: 'a secret for tests; long enough to be one',
    }
    expect(paceOf({})).toBe(100_000)
    expect(paceOf({ SYNC_PER_MINUTE: '60' })).toBe(60)
    expect(paceOf(elsewhere)).toBe(600)
  })

  it('are refused together, each problem once', () => {
    const { problems } = readProgramSettings({
      LOG_LEVEL: 'loud',
      PORT: 'x',
      RATE_LIMIT_PER_MINUTE: '-1',
      SESSION_SECRET: 'short',
    })
    expect(namesOf(problems)).toEqual(['LOG_LEVEL', 'PORT', 'RATE_LIMIT_PER_MINUTE', 'SESSION_SECRET'])
  })
})

describe('settings of the service', () => {
  it('have defaults for everything', () => {
    expect(readServiceSettings({}).settings).toEqual({
      HOST: '127.0.0.1',
      PORT: 8081,
      DATA_DIR: '.data',
      DATABASE_TIMEOUT_SECONDS: 10,
      DEMO_TRANSACTIONS: 25_000,
      RATE_LIMIT_PER_MINUTE: 6000,
      LOG_LEVEL: 'info',
    })
  })

  it('make no demonstration data on PostgreSQL, unless asked', () => {
    const DATABASE_URL = 'postgresql://custody@db/custody'
    const { settings } = readServiceSettings({ DATABASE_URL })
    expect(settings).toMatchObject({ DATABASE_URL, DEMO_TRANSACTIONS: 0 })
    expect(readServiceSettings({ DATABASE_URL, DEMO_TRANSACTIONS: '5' }).settings?.DEMO_TRANSACTIONS).toBe(5)
  })

  it('list all that is wrong at once, and show no value', () => {
    const { problems } = readServiceSettings({
      PORT: '99999',
      DEMO_TRANSACTIONS: 'many',
      DATABASE_URL: 'mysql://root:secret@db',
      SERVICE_PUBLIC_URL: 'custody.example',
    })
    expect(namesOf(problems)).toEqual(['DATABASE_URL', 'DEMO_TRANSACTIONS', 'PORT', 'SERVICE_PUBLIC_URL'])
    expect(problems.join()).not.toContain('secret')
  })
})

it.each(['compose.yaml', 'settings.env'])(
  'deploy/%s has settings that are taken, and all of them known',
  (name) => {
    const lines = readFileSync(`deploy/${name}`, 'utf8').split('\n')
    const environment = Object.fromEntries(
      lines.flatMap((line) => {
        const [, setting, given] = /^ *([A-Z_]+)(?:: |=)(.*)$/.exec(line) ?? []
        if (setting === undefined || given === undefined || setting.startsWith('POSTGRES_')) return []
        // As the operator fills it in.
        const value = given.replaceAll(/\$\{DEMO_TRANSACTIONS:-0\}/g, '0').replaceAll(/\$\{\w+:\?\}/g, secret)
        return [[setting, value === '' && /SECRET$/.test(setting) ? secret : value]]
      }),
    )
    expect(Object.keys(environment).length).toBeGreaterThan(2)
    expect(readProgramSettings(environment).problems).toEqual([])
    for (const setting of Object.keys(environment))
      expect(readFileSync('docs/settings.md', 'utf8'), setting).toContain(`\`${setting}\``)
  },
)

const secret = '9c1e6f0a4b7d2358e9f1a0c4d6b83527'
