import * as z from 'zod/mini'
import type { DatabasePlace } from '../../database/open.ts'
import {
  databaseUrl,
  type Environment,
  logLevel,
  port,
  type ReadSettings,
  readSettings,
  text,
  wholeNumber,
} from '../settings.ts'

const schema = z.object({
  DATA_DIR: text('.data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 600, 10),
  HOST: text('127.0.0.1'),
  PORT: port(8081),
  DEMO_TRANSACTIONS: wholeNumber(0, 10_000_000, 25_000),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 6000),
  SERVICE_PUBLIC_URL: z.optional(
    z.string().check(
      z.refine((value) => /^https?:\/\/[^\s?#]+$/.test(value), {
        error: 'must be an http or https address without a query',
      }),
    ),
  ),
  LOG_LEVEL: logLevel,
})

export type ServiceSettings = z.infer<typeof schema>

export function readServiceSettings(environment: Environment): ReadSettings<ServiceSettings> {
  const { DATABASE_URL = '', DEMO_TRANSACTIONS = '' } = environment
  // Real records mix with invented ones only on request.
  const isUnasked = DATABASE_URL.trim() !== '' && DEMO_TRANSACTIONS.trim() === ''
  return readSettings(schema, { ...environment, ...(isUnasked && { DEMO_TRANSACTIONS: '0' }) })
}

/** The gateway has the same settings for it. */
export function databasePlace(
  settings: Pick<ServiceSettings, 'DATABASE_URL' | 'DATABASE_TIMEOUT_SECONDS' | 'DATA_DIR'>,
): DatabasePlace {
  const { DATABASE_URL: databaseUrl, DATABASE_TIMEOUT_SECONDS: timeoutSeconds, DATA_DIR } = settings
  return databaseUrl === undefined ? { dataDir: DATA_DIR, timeoutSeconds } : { databaseUrl, timeoutSeconds }
}
