/** What browser and gateway say about the session. The key travels only in the body of `POST /session`; no answer holds it. */
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
 * The `mark` of the session that a request is meant for, or that an answer was read in. In another session the gateway refuses the request
 * (GTW-12), and the console the answer, so that two accounts never mix.
 */
export const sessionMarkHeader = 'x-session-mark'

/** Milliseconds since anybody did something, from which the session's idle time counts; without the header, from the request. */
export const idleHeader = 'x-idle-milliseconds'

/** With this parameter `DELETE /session` ends every session of the same reader, in every browser. */
export const everywhereParameter = 'everywhere'

/** The element of a page that holds the session's state as JSON. */
export const sessionElementId = 'session'

/** Who serves, and whether this browser is signed in: every answer about the session. */
export interface SessionState {
  readonly service: {
    /** The operator's name for it, where set. */
    readonly name?: string | undefined
    /** Its base address, without credentials. Null without a session. */
    readonly address: string | null
    /** It runs in the gateway's own process. */
    readonly embedded: boolean
  }
  readonly signedIn: boolean
  /** The installation has one key of its own: nobody signs in or out. */
  readonly fixedKey: boolean
  /** Offered with one click; only where the embedded service holds demonstration data. */
  readonly demonstrationKey: string | null
  /** The identity provider's name; null where people sign in with a key. */
  readonly provider: string | null
  /** Null where a key is signed in. */
  readonly person: {
    readonly name: string
    readonly account: string
    readonly accounts: readonly string[]
  } | null
  /** The account's id at the service, or the name of a person's account that has none. */
  readonly accountId: string | null
  /** The same for the same person, key and account of the same service, and otherwise meaningless; null without a session. */
  readonly mark: string | null
  /** ISO 8601 UTC; null without a session. */
  readonly expiresAt: string | null
  /** Seconds until the session ends if nobody does anything; null where it does not end that way. */
  readonly idleSeconds: number | null
  /** In the answer of `DELETE`: where to sign out of the provider. */
  readonly leaveAt?: string | undefined
}

/**
 * Reads an answer about the session; throws a `TypeError` for anything else. Every page does so before its first rows, so it does without
 * the validation library, which is larger than all else that is needed for this.
 */
export function parseSessionState(body: unknown): SessionState {
  const state = fields(body)
  const service = fields(state.service)
  const person = state.person === null ? null : fields(state.person)
  return {
    service: {
      name: unless(undefined, text, service.name),
      address: unless(null, text, service.address),
      embedded: flag(service.embedded),
    },
    signedIn: flag(state.signedIn),
    fixedKey: flag(state.fixedKey),
    demonstrationKey: unless(null, text, state.demonstrationKey),
    provider: unless(null, text, state.provider),
    person: person && {
      name: text(person.name),
      account: text(person.account),
      accounts: Array.isArray(person.accounts) ? person.accounts.map(text) : refuse(),
    },
    accountId: unless(null, text, state.accountId),
    mark: unless(null, text, state.mark),
    expiresAt: unless(null, text, state.expiresAt),
    // As a number in the page, as text in a parsed answer.
    idleSeconds: unless(null, Number, state.idleSeconds),
    leaveAt: unless(undefined, text, state.leaveAt),
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : refuse()
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : refuse()
}

function flag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse()
}

function unless<None extends null | undefined, T>(
  none: None,
  read: (value: unknown) => T,
  value: unknown,
): T | None {
  return value === none ? none : read(value)
}

function refuse(): never {
  throw new TypeError('This is not the state of a session.')
}

/** The service's name on screen and in files. The embedded one has a new address at each start. */
export function serviceName({ name, address, embedded }: SessionState['service']): string {
  return embedded ? 'Embedded service' : (address ?? name ?? 'Custody service')
}

/**
 * Whose data a browser keeps: another account or service is another reader. Without an account id only the key tells readers apart, and the
 * mark of its session stands for it.
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
