/** Certificates that a test makes for itself, so that none of them runs out one day. */
import { randomUUID } from 'node:crypto'
import { generate } from 'selfsigned'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A new authority that nobody trusts yet. It signs certificates; its own is what others have to trust. */
export async function createAuthority() {
  // A bundle may hold several, which are told apart by their names.
  const own = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    ...elliptic,
    notBeforeDate: daysFromNow(-3),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const ca = { cert: own.cert, key: own.private }
  return {
    ...ca,
    /** A certificate for a host name or an address, for servers and clients alike. */
    async issue(host: string, { expired = false } = {}): Promise<Certificate> {
      const made = await generate([{ name: 'commonName', value: host }], {
        ...elliptic,
        ca,
        notBeforeDate: daysFromNow(-2),
        notAfterDate: daysFromNow(expired ? -1 : 1),
        extensions: [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [/^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host }],
          },
        ],
      })
      return { cert: made.cert, key: made.private }
    },
  }
}

const elliptic = { keyType: 'ec', algorithm: 'sha256' } as const

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}
