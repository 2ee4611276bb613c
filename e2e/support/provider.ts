/** A provider of identities on loopback: `oidc-provider` itself, with a page to sign in on that takes anybody's word. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import { listenLocally } from '../../src/testing/sockets.ts'

export interface KnownPerson {
  readonly name: string
  readonly groups: readonly string[]
}

/** A provider that is down until it is opened. */
export interface TestProvider {
  readonly issuer: string
  /** What the gateway's settings need beside the accounts. */
  readonly environment: Readonly<Record<string, string>>
  open(console: string, options?: ProviderOptions): void
  /** From now on nobody gets an answer but that it is down. */
  shut(): void
  close(): Promise<void>
}

export interface ProviderOptions {
  readonly people?: Readonly<Record<string, KnownPerson>>
  /** What its identity tokens say instead of what is so: `iat`, `nbf`, `sub`, `azp`, or how many seconds they last. */
  readonly tokens?: {
    readonly iat?: number
    readonly nbf?: number
    readonly sub?: string
    readonly azp?: string
    readonly lasts?: number
  }
  /** Whether it tells name and groups in the identity token, and not only where it is asked for them. */
  readonly claimsInToken?: boolean
  readonly secret?: string
}

/** Who is known where a test names nobody else. */
const defaultPeople: Readonly<Record<string, KnownPerson>> = {
  ana: { name: 'Ana Souza', groups: ['treasury', 'audit', 'staff'] },
  ben: { name: 'Ben Okafor', groups: ['audit'] },
  cleo: { name: 'Cleo Haas', groups: ['staff'] },
  dan: { name: 'Dan Roth', groups: ['visitors'] },
}

const client = { id: 'custody-console', secret: 'a-secret-of-the-client' } as const

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Listens on a free port of another site than the console's, as far as a browser knows. */
export async function startProvider(): Promise<TestProvider> {
  const opened = new Map<string, Handler>()
  let handle: Handler | null = null
  const server = createServer((request, response) => {
    if (handle) handle(request, response)
    else response.writeHead(503).end('<h1>Down for maintenance</h1>')
  })
  const issuer = `http://localhost:${await listenLocally(server)}`
  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_PROVIDER_NAME: 'Example Bank',
    },
    open(console, options = {}) {
      const key = JSON.stringify([console, options])
      handle = opened.get(key) ?? handlerOf(providerFor(issuer, console, options))
      opened.set(key, handle)
    },
    shut() {
      handle = null
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }

function providerFor(issuer: string, console: string, options: ProviderOptions): Provider {
  const { people = defaultPeople, tokens = {}, claimsInToken = false, secret = client.secret } = options
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: secret,
        redirect_uris: [`${console}/session/callback`],
        post_logout_redirect_uris: [`${console}/sign-in`],
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: ['a key for the cookies of the provider'] },
    // As nearly all providers have it, groups come without a scope of their own.
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    ttl: { IdToken: () => tokens.lasts ?? 300, Interaction: 600, Session: 600, Grant: 600, AccessToken: 60 },
    findAccount: (_context, id) =>
      people[id] && { accountId: id, claims: async () => ({ sub: id, ...claimsOf(people[id]) }) },
    // Nobody is asked what the console may know.
    async loadExistingGrant(context) {
      const { client: asks, session } = context.oidc
      const grant = new provider.Grant({
        clientId: asks?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = page(
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of Example Bank</button>`,
          )
        },
      },
    },
  })
  const { lasts: _, ...claims } = tokens
  const payload = provider.IdToken.prototype.payload
  provider.IdToken.prototype.payload = async function () {
    return { ...(await payload.call(this)), ...claims }
  }
  return provider
}

function claimsOf(person: KnownPerson | undefined) {
  return { name: person?.name ?? '', groups: [...(person?.groups ?? [])] }
}

function handlerOf(provider: Provider): Handler {
  const answer = provider.callback()
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request))
      const login = form.get('person')
      return provider.interactionFinished(
        request,
        response,
        login ? { login: { accountId: login } } : { error: 'access_denied' },
      )
    }
    response.setHeader('content-type', 'text/html')
    return response.end(
      page(
        `<form method="post"><label>Name <input name="person"></label><button>Continue</button></form>
         <form method="post"><button>Cancel</button></form>`,
      ),
    )
  }
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>Example Bank</title><h1>Example Bank</h1>${content}</html>`
}
