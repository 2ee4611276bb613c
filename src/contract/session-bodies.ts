import * as z from 'zod/mini'
import { listNames, reportNames } from './file-names.ts'

/** `POST /session`. Key and account id become header values, so they are printable ASCII. */
export const signInRequest = z.object({
  apiKey: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(1024), z.regex(/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/)),
  accountId: z.optional(
    z.string().check(z.trim(), z.maxLength(256), z.regex(/^(?:[\x21-\x7e]+(?: +[\x21-\x7e]+)*)?$/)),
  ),
})

/** `POST /session/provider`. `from`: where to return; `anew`: the provider must ask for credentials again. */
export const providerRequest = z.object({ from: z.nullable(z.string()), anew: z.boolean() })

export const providerAnswer = z.object({ address: z.string() })

export const accountRequest = z.object({ account: z.string() })

/** `POST /session/books-key`: an AES-256 key in hexadecimal. */
export const booksKeyAnswer = z.object({ key: z.string().check(z.regex(/^[\da-f]{64}$/)) })

export type ProviderRequest = z.infer<typeof providerRequest>
export type SignInRequest = z.infer<typeof signInRequest>

const fileActivity = {
  /** Same at start and end. */
  id: z.string().check(z.regex(/^[\da-z-]{1,64}$/)),
  kind: z.enum([...listNames, ...reportNames]),
  format: z.enum(['csv', 'json', 'xlsx', 'zip']),
  /** Under the API's parameter names. */
  filter: z
    .record(z.string().check(z.regex(/^[a-z_]{1,40}$/)), z.string().check(z.maxLength(8192)))
    .check(z.refine((filter) => Object.keys(filter).length <= 20)),
}

/** `POST /session/activity`: reports of created files, for the audit log alone. */
export const activityReport = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun'), ...fileActivity }),
  z.object({
    state: z.literal('ended'),
    ...fileActivity,
    outcome: z.enum(['complete', 'read-once', 'partial', 'failed', 'cancelled']),
    rows: z.nullable(z.int().check(z.minimum(0))),
    /** Of the file; for an audit pack, of its manifest, which digests every file. */
    sha256: z.nullable(z.string().check(z.regex(/^[\da-f]{64}$/))),
  }),
])

export type ActivityReport = z.infer<typeof activityReport>
