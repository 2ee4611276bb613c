/**
 * What browser and gateway say to each other about the session: `GET`, `POST` and `DELETE /session`.
 * The key itself goes one way only, in the body of `POST`; nothing that the gateway answers holds it.
 */
import * as z from 'zod/mini'

/** Where the gateway answers about the session. */
export const sessionPath = '/session'

/** Where the console asks where to send the browser so that a person can sign in at the provider of identities: `POST`. */
export const providerPath = `${sessionPath}/provider`

/** Where that provider sends the browser back to. */
export const callbackPath = `${sessionPath}/callback`

/** Where a person goes on with another of their accounts: `POST`. */
export const accountPath = `${sessionPath}/account`

/** Where the console tells of files that it makes: `POST`, see `activity.ts`. */
export const activityPath = `${sessionPath}/activity`

/** Where the console asks for the key under which a browser keeps the books of this session, and of no other: `POST`. */
export const booksKeyPath = `${sessionPath}/books-key`

/** Where the read API begins, on the gateway. */
export const apiPrefix = '/api'

/**
 * The header with which a request says for which session it is meant, and an answer in which it was read: the `mark` of its state. Signed
 * in otherwise, the gateway refuses the request (GTW-12), and the console the answer: nothing of two accounts is ever mixed.
 */
export const sessionMarkHeader = 'x-session-mark'

/** The header with which the console says for how many milliseconds nobody has done anything: the session lasts from then. Without it, from the request. */
export const idleHeader = 'x-idle-milliseconds'

/** The parameter with which `DELETE /session` ends every session of whoever asks, in every browser. */
export const everywhereParameter = 'everywhere'

/** The element of a page that holds the state of the session with which it was sent, as JSON. */
export const sessionElementId = 'session'

/** Body of `POST /session`. Key and account id travel on as header values, so they are printable ASCII. */
export const signInRequest = z.object({
  apiKey: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(1024), z.regex(/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/)),
  accountId: z.optional(
    z.string().check(z.trim(), z.maxLength(256), z.regex(/^(?:[\x21-\x7e]+(?: +[\x21-\x7e]+)*)?$/)),
  ),
})

/** Body of `POST /session/provider`: where to go after signing in, and whether the provider is to ask who one is though it may know. */
export const providerRequest = z.object({ from: z.nullable(z.string()), anew: z.boolean() })

/** Answer of `POST /session/provider`: the address at the provider. */
export const providerAnswer = z.object({ address: z.string() })

/** Body of `POST /session/account`: the name of the account. */
export const accountRequest = z.object({ account: z.string() })

/** Answer of `POST /session/books-key`: a key for AES-256, in hexadecimal. */
export const booksKeyAnswer = z.object({ key: z.string().check(z.regex(/^[\da-f]{64}$/)) })

/** Answer of all three, and of `POST /session/account`: who serves, and whether this browser is signed in. */
export const sessionState = z.object({
  service: z.object({
    /** What the operator calls it, where that is set. */
    name: z.optional(z.string()),
    /** Its base address, without credentials; of the embedded one its loopback address. Null without a session. */
    address: z.nullable(z.string()),
    /** Whether the service runs inside the gateway's own process. */
    embedded: z.boolean(),
  }),
  signedIn: z.boolean(),
  /** Whether the installation has one key of its own: then nobody signs in or out. */
  fixedKey: z.boolean(),
  /** The key to offer with one click; only where the embedded service holds demonstration data. */
  demonstrationKey: z.nullable(z.string()),
  /** What the provider is called at which people sign in; null where they do with a key. */
  provider: z.nullable(z.string()),
  /** Who is signed in, with which of their accounts; null where a key is. */
  person: z.nullable(z.object({ name: z.string(), account: z.string(), accounts: z.array(z.string()) })),
  /** The account's id at the service; of a person's account that has none, its name. */
  accountId: z.nullable(z.string()),
  /** The same for the same person, key and account of the same service, and nothing can be told from it; null without a session. */
  mark: z.nullable(z.string()),
  /** When the session ends, an ISO 8601 UTC instant; null without one. */
  expiresAt: z.nullable(z.string()),
  /** Whole seconds until the session ends if nobody does anything; null where it does not end that way. The console reads every number as text. */
  idleSeconds: z.nullable(z.coerce.number()),
  /** In the answer of `DELETE` alone: where one signs out of the provider as well. */
  leaveAt: z.optional(z.string()),
})

/** What a service is called on screen and in files. The embedded one listens elsewhere each time that it starts, and is the same one. */
export function serviceName({ name, address, embedded }: SessionState['service']): string {
  return embedded ? 'Embedded service' : (address ?? name ?? 'Custody service')
}

/**
 * Whose something is that a browser keeps: another account, or another service, is another reader. Where the account has no id, nothing but the key
 * tells readers apart, and so the mark of its session does.
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
