import { describe, expect, it } from 'vitest'
import { readProgramSettings } from './compose.ts'

describe('settings of the whole program', () => {
  it('embed the service, out of reach from outside, unless another is named', () => {
    const { settings } = readProgramSettings({ PORT: '9000', HOST: '0.0.0.0', DEMO_TRANSACTIONS: '10' })
    expect(settings?.gateway).toMatchObject({ PORT: 9000, HOST: '0.0.0.0' })
    expect(settings?.service).toMatchObject({ PORT: 0, HOST: '127.0.0.1', DEMO_TRANSACTIONS: 10 })
    const elsewhere = {
      CUSTODY_API_URL: 'https://custody.example',
      SESSION_SECRET: 'a secret for tests; long enough to be one',
    }
    expect(readProgramSettings(elsewhere).settings?.service).toBeUndefined()
  })

  it('are refused together, each problem once', () => {
    const { problems } = readProgramSettings({
      LOG_LEVEL: 'loud',
      PORT: 'x',
      RATE_LIMIT_PER_MINUTE: '-1',
      SESSION_SECRET: 'short',
    })
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_PER_MINUTE',
      'SESSION_SECRET',
    ])
  })

  it('of a service that is not used do not matter', () => {
    const elsewhere = {
      CUSTODY_API_URL: 'https://custody.example',
      SESSION_SECRET: 'a secret for tests; long enough to be one',
    }
    expect(readProgramSettings({ ...elsewhere, DATABASE_URL: 'nonsense' }).problems).toEqual([])
  })
})
