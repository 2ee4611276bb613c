/** Whom the gateway trusts to be the service, and how it shows who it is itself: files that settings name. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Environment } from '../settings.ts'
import { isLoopback } from './connection.ts'

/** A file of one or more certificates, as PEM; what is in it. */
export const certificates = pemFile(hasCertificates, 'must hold certificates as PEM')

/** A file with a private key, as PEM; what is in it. */
export const privateKey = pemFile(
  (pem) => privateKeyOf(pem) !== undefined,
  'must hold a private key as PEM, without a passphrase',
)

/** What does not fit together in the settings of the connection to the service. */
export function serviceTlsProblems(environment: Environment): string[] {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const address = value('CUSTODY_API_URL')
  const [certificate, key] = [value('CUSTODY_API_CLIENT_CERT_FILE'), value('CUSTODY_API_CLIENT_KEY_FILE')]
  const problems: string[] = []
  if (isPlainHttpElsewhere(address) && value('CUSTODY_API_PLAIN_HTTP') !== 'yes')
    problems.push(
      'CUSTODY_API_URL: must begin with https, since keys and records would travel unencrypted. ' +
        'If only people you trust can listen there, set CUSTODY_API_PLAIN_HTTP=yes',
    )
  for (const name of ['CUSTODY_API_CA_FILE', 'CUSTODY_API_CLIENT_CERT_FILE'])
    if (value(name) !== '' && !/^https:/i.test(address))
      problems.push(`${name}: needs a CUSTODY_API_URL that begins with https`)
  if (certificate !== '' && key === '')
    problems.push('CUSTODY_API_CLIENT_KEY_FILE: is required with CUSTODY_API_CLIENT_CERT_FILE')
  if (certificate === '' && key !== '')
    problems.push('CUSTODY_API_CLIENT_CERT_FILE: is required with CUSTODY_API_CLIENT_KEY_FILE')
  return problems
}

/** Whether a private key is that of a certificate; of several, the first, which is the owner's. */
export function belongTogether(certificate: string, key: string): boolean {
  const owned = privateKeyOf(key)
  return owned !== undefined && new X509Certificate(certificate).checkPrivateKey(owned)
}

function pemFile(isRight: (pem: string) => boolean, error: string) {
  return z.pipe(
    z.string(),
    z.transform((path: string, context) => {
      const refused = (message: string) => {
        context.issues.push({ code: 'custom', input: path, message })
        return z.NEVER
      }
      try {
        const pem = readFileSync(path.trim(), 'utf8')
        return isRight(pem) ? pem : refused(error)
      } catch (failure) {
        const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
        return refused(code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`)
      }
    }),
  )
}

/** Each is looked at: TLS passes over what it cannot read, and the service would be called untrusted for it. */
function hasCertificates(pem: string): boolean {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g) ?? []
  try {
    return found.map((each) => new X509Certificate(each)).length > 0
  } catch {
    return false
  }
}

function privateKeyOf(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function isPlainHttpElsewhere(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}
