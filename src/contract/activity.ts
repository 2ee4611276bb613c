/** Reports of files that the console makes: `POST /session/activity`. They go into the audit log alone. */
import * as z from 'zod/mini'
import { listNames, reportNames } from './file-names.ts'

const common = {
  /** The same when it begins and when it ends. */
  id: z.string().check(z.regex(/^[\da-z-]{1,64}$/)),
  kind: z.enum([...listNames, ...reportNames]),
  format: z.enum(['csv', 'json', 'xlsx', 'zip']),
  /** Under the API's own parameter names. */
  filter: z
    .record(z.string().check(z.regex(/^[a-z_]{1,40}$/)), z.string().check(z.maxLength(8192)))
    .check(z.refine((filter) => Object.keys(filter).length <= 20)),
}

export const activityReport = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun'), ...common }),
  z.object({
    state: z.literal('ended'),
    ...common,
    outcome: z.enum(['complete', 'read-once', 'partial', 'failed', 'cancelled']),
    /** Null where there is no file. */
    rows: z.nullable(z.int().check(z.minimum(0))),
    /** Of the file; of an audit pack's manifest, which has the digests of all its files. */
    sha256: z.nullable(z.string().check(z.regex(/^[\da-f]{64}$/))),
  }),
])

export type ActivityReport = z.infer<typeof activityReport>
