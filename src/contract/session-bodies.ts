/** Bodies of requests about the session, and of their answers; the state of the session is in `session.ts`. */
import * as z from 'zod/mini'

/** Body of `POST /session`. Key and account id become header values, so they are printable ASCII. */
export const signInRequest = z.object({
  apiKey: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(1024), z.regex(/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/)),
  accountId: z.optional(
    z.string().check(z.trim(), z.maxLength(256), z.regex(/^(?:[\x21-\x7e]+(?: +[\x21-\x7e]+)*)?$/)),
  ),
})

/** Body of `POST /session/provider`: where to go afterwards, and whether the provider must ask who it is. */
export const providerRequest = z.object({ from: z.nullable(z.string()), anew: z.boolean() })

/** Answer of `POST /session/provider`: the address at the provider. */
export const providerAnswer = z.object({ address: z.string() })

export const accountRequest = z.object({ account: z.string() })

/** Answer of `POST /session/books-key`: a key for AES-256, in hexadecimal. */
export const booksKeyAnswer = z.object({ key: z.string().check(z.regex(/^[\da-f]{64}$/)) })

export type ProviderRequest = z.infer<typeof providerRequest>
export type SignInRequest = z.infer<typeof signInRequest>
