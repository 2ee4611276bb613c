/** `POST /session/activity`: reports of created files, for the audit log alone. */
import * as z from 'zod/mini'
import { listNames, reportNames } from './file-names.ts'

const common = {
  /** Same at start and end. */
  id: z.string().check(z.regex(/^[\da-z-]{1,64}$/)),
  kind: z.enum([...listNames, ...reportNames]),
  format: z.enum(['csv', 'json', 'xlsx', 'zip']),
  /** Under the API's parameter names. */
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
    /** Null without a file. */
    rows: z.nullable(z.int().check(z.minimum(0))),
    /** Of the file; for an audit pack, of its manifest, which digests every file. */
    sha256: z.nullable(z.string().check(z.regex(/^[\da-f]{64}$/))),
  }),
])

export type ActivityReport = z.infer<typeof activityReport>
