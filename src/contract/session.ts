/** What browser and gateway say about the session. The key travels only in the body of `POST /session`; no answer holds it. */
import * as z from 'zod/mini'

export const sessionPath = '/session'

/** `POST`: asks where to send the browser to sign in at the identity provider. */
export const providerPath = `${sessionPath}/provider`

/** The provider sends the browser back here. */
export const callbackPath = `${sessionPath}/callback`

/** `POST`: switches to another account of the same person. */
export const accountPath = `${sessionPath}/account`

/** `POST`: reports of files, see `activity.ts`. */
export const activityPath = `${sessionPath}/activity`

/** `POST`: the key under which a browser keeps this session's books. */
export const booksKeyPath = `${sessionPath}/books-key`

/** Prefix of the read API on the gateway. */
export const apiPrefix = '/api'

/** Where `npm run open` serves the pack that it opens, under its name, which `?pack=` of the page that checks files tells. */
export const packsPath = '/packs/'

/**
 * The session that a request is meant for, and that an answer was read in: the `mark` of its state. In another session the gateway
 * refuses the request (GTW-12), and the console the answer, so that two accounts never mix.
 */
export const sessionMarkHeader = 'x-session-mark'

/** Milliseconds since anybody did something: the session lasts from then. Without the header, from the request. */
export const idleHeader = 'x-idle-milliseconds'

/** With this parameter `DELETE /session` ends every session of the same reader, in every browser. */
export const everywhereParameter = 'everywhere'

/** The element of a page that holds the session's state as JSON. */
export const sessionElementId = 'session'

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

/** Answer about the session: who serves, and whether this browser is signed in. */
export const sessionState = z.object({
  service: z.object({
    /** The operator's name for it, where set. */
    name: z.optional(z.string()),
    /** Its base address, without credentials. Null without a session. */
    address: z.nullable(z.string()),
    /** It runs in the gateway's own process. */
    embedded: z.boolean(),
  }),
  signedIn: z.boolean(),
  /** The installation has one key of its own: nobody signs in or out. */
  fixedKey: z.boolean(),
  /** Offered with one click; only where the embedded service holds demonstration data. */
  demonstrationKey: z.nullable(z.string()),
  /** The identity provider's name; null where people sign in with a key. */
  provider: z.nullable(z.string()),
  /** Null where a key is signed in. */
  person: z.nullable(z.object({ name: z.string(), account: z.string(), accounts: z.array(z.string()) })),
  /** The account's id at the service, or the name of a person's account that has none. */
  accountId: z.nullable(z.string()),
  /** The same for the same person, key and account of the same service, and otherwise meaningless; null without a session. */
  mark: z.nullable(z.string()),
  /** ISO 8601 UTC; null without a session. */
  expiresAt: z.nullable(z.string()),
  /** Seconds until the session ends if nobody does anything; null where it does not end that way. */
  idleSeconds: z.nullable(z.coerce.number()),
  /** In the answer of `DELETE`: where to sign out of the provider. */
  leaveAt: z.optional(z.string()),
})

/** The service's name on screen and in files. The embedded one has a new address at each start. */
export function serviceName({ name, address, embedded }: SessionState['service']): string {
  return embedded ? 'Embedded service' : (address ?? name ?? 'Custody service')
}

/**
 * Whose data a browser keeps: another account or service is another reader. Without an account id only the key tells readers apart, and
 * so does the mark of its session.
 */
export function readerOf({
  service,
  account,
  mark,
}: {
  readonly service: string
  readonly account: string | null
  readonly mark: string
}): string {
  return JSON.stringify(account === null ? [service, null, mark] : [service, account])
}

export type ProviderRequest = z.infer<typeof providerRequest>
export type SignInRequest = z.infer<typeof signInRequest>
export type SessionState = z.infer<typeof sessionState>
