import type { OpenPack } from './packs.ts'

/** Shared by browser and gateway. The key travels only in the body of `POST /session`; no answer holds it. */
export const sessionPath = '/session'

/** `POST`: returns the provider's sign-in address. */
export const providerPath = `${sessionPath}/provider`

export const callbackPath = `${sessionPath}/callback`

/** `POST`: switches to another account of the same person. */
export const accountPath = `${sessionPath}/account`

export const apiPrefix = '/api'

/** The session `fingerprint` of a request or answer. On a mismatch, gateway (GTW-12) and console refuse, so that accounts never mix. */
export const sessionFingerprintHeader = 'x-session-fingerprint'

/** Milliseconds since the last act of a person. Without it, idle time counts from the request. */
export const idleHeader = 'x-idle-milliseconds'

/** Parameter of `DELETE /session`: ends every session of the same reader, in every browser. */
export const everywhereParameter = 'everywhere'

/** Parameter of `GET /session`: the open pack whose pages ask, by its id. */
export const packParameter = 'pack'

/** The page element with the session's state as JSON. */
export const sessionElementId = 'session'

/** Whether the gateway reads everything of an account. */
export const syncModes = ['auto', 'off'] as const

export type SessionState = ReturnType<typeof parseSessionState>

/** Throws a `TypeError`. Avoids the validation library, because every page runs this before its first rows. */
export function parseSessionState(body: unknown) {
  const state = fields(body)
  const service = fields(state.service)
  const person = state.person === null ? null : fields(state.person)
  return {
    service: {
      /** The operator's name for it, where set. */
      name: unless(undefined, text, service.name),
      /** Without credentials. Null without a session. */
      address: unless(null, text, service.address),
      /** Lasting, and as the gateway signs it: the embedded service has another address at each start. Null without a session. */
      id: unless(null, text, service.id),
      /** Runs in the gateway's own process. */
      embedded: flag(service.embedded),
    },
    signedIn: flag(state.signedIn),
    /** The installation has its own key: nobody signs in or out. */
    fixedKey: flag(state.fixedKey),
    /** Only where the embedded service holds demonstration data. */
    demonstrationKey: unless(null, text, state.demonstrationKey),
    /** The identity provider; null where people sign in with a key. */
    provider: unless(null, text, state.provider),
    person: person && {
      name: text(person.name),
      account: text(person.account),
      accounts: texts(person.accounts),
    },
    /** The account's id at the service, or the name of a person's account without an id. */
    accountId: unless(null, text, state.accountId),
    /** The operator's name for whose account it is, where set. Only with a session. */
    organization: unless(undefined, text, state.organization),
    /** Of the operator's prices, where there are some. Only with a session. */
    currencies: unless(undefined, texts, state.currencies),
    /** Opaque. The same for the same person, key and account of a service; null without a session. */
    fingerprint: unless(null, text, state.fingerprint),
    /** ISO 8601 UTC; null without a session. */
    expiresAt: unless(null, text, state.expiresAt),
    /** Seconds until idle expiry; null where there is none. */
    idleSeconds: unless(null, Number, state.idleSeconds),
    sync: syncModes.find((mode) => mode === state.sync) ?? refuse(),
    /** The gateway keeps the records of accounts in a database of its own. */
    keepsRecords: flag(state.keepsRecords),
    signsFiles: flag(state.signsFiles),
    /** The open pack that is read in place of an account. */
    pack: unless(null, packIn, state.pack),
    /** Only after `DELETE`: the provider's sign-out address. */
    leaveAt: unless(undefined, text, state.leaveAt),
  }
}

function packIn(value: unknown): OpenPack {
  const pack = fields(value)
  return {
    id: text(pack.id),
    name: text(pack.name),
    service: text(pack.service),
    account: unless(null, text, pack.account),
    is_typed: flag(pack.is_typed),
    as_of: text(pack.as_of),
    made_at: text(pack.made_at),
    key: text(pack.key),
    missing: texts(pack.missing),
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : refuse()
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : refuse()
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : refuse()
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

export function serviceName({ name, address, embedded }: Omit<SessionState['service'], 'id'>): string {
  return embedded ? 'Embedded service' : (address ?? name ?? 'Custody service')
}

/** Whose data a browser keeps. Without an account id only the key tells readers apart, so the session's fingerprint represents it. */
export function readerOf({
  service,
  account,
  fingerprint,
}: {
  readonly service: string
  readonly account: string | null
  readonly fingerprint: string
}): string {
  return JSON.stringify(account === null ? [service, null, fingerprint] : [service, account])
}
