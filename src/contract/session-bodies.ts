import * as z from 'zod/mini'

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

export type ProviderRequest = z.infer<typeof providerRequest>
export type SignInRequest = z.infer<typeof signInRequest>
