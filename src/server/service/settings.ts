import * as z from 'zod/mini'
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
import type { DatabasePlace } from './database/open.ts'

export interface ServiceSettings {
  readonly host: string
  readonly port: number
  readonly place: DatabasePlace
  /** How many demonstration transactions an empty database gets; 0 for no demonstration data at all. */
  readonly demoTransactions: number
  readonly rateLimitPerMinute: number
  readonly publicUrl?: string
  readonly logLevel: string
}

export function readServiceSettings(environment: Environment): ReadSettings<ServiceSettings> {
  const read = readSettings(schema, environment)
  if (read.settings === undefined) return read
  const { settings } = read
  const place = placeOf(settings)
  return {
    settings: {
      host: settings.HOST,
      port: settings.PORT,
      place,
      // Records of a real installation are never mixed with made-up ones, unless someone asks for it.
      demoTransactions:
        'databaseUrl' in place && !isSet(environment.DEMO_TRANSACTIONS) ? 0 : settings.DEMO_TRANSACTIONS,
      rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
      logLevel: settings.LOG_LEVEL,
      ...(settings.SERVICE_PUBLIC_URL === undefined ? {} : { publicUrl: settings.SERVICE_PUBLIC_URL }),
    },
    problems: [],
  }
}

/** Reads only where the database is, for programs that need no more. */
export function readDatabasePlace(environment: Environment): ReadSettings<DatabasePlace> {
  const read = readSettings(placeSchema, environment)
  return read.settings === undefined ? read : { settings: placeOf(read.settings), problems: [] }
}

const placeShape = {
  DATA_DIR: text('.data'),
  DATABASE_URL: z.optional(databaseUrl),
}

const placeSchema = z.object(placeShape)

const schema = z.object({
  ...placeShape,
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

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}

function placeOf(settings: z.infer<typeof placeSchema>): DatabasePlace {
  return settings.DATABASE_URL === undefined
    ? { dataDir: settings.DATA_DIR }
    : { databaseUrl: settings.DATABASE_URL }
}
