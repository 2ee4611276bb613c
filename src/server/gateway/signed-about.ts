/** What a gateway says of every file that it signs. */
import packageJson from '../../../package.json' with { type: 'json' }
import type { AboutFiles } from '../../evidence/about.ts'
import type { GatewayContext } from './context.ts'
import { fingerprintOf } from './sealing.ts'
import { accountLabel, type Session } from './session.ts'

export type SignedOrigin = Pick<AboutFiles, 'gateway' | 'service' | 'account' | 'account_typed' | 'made_by'>

export function signedOrigin(
  session: Session,
  { service, settings, keyRing }: Pick<GatewayContext, 'service' | 'settings' | 'keyRing'>,
): SignedOrigin {
  const { person, apiKey } = session
  const account = accountLabel(session)
  // An id that somebody typed is told apart: the service may ignore it.
  const isNamed = person !== null || settings.CUSTODY_API_KEY !== undefined
  return {
    gateway: { name: 'Custody Console', version: packageJson.version },
    service: service.name,
    account: isNamed ? account : null,
    account_typed: isNamed ? null : account,
    made_by: person ? { person: person.name, id: person.id } : { key: fingerprintOf(keyRing, apiKey) },
  }
}

/** A typed account is never complete: what the service shows of it may be another's. */
export function typedAccountReasons({ account_typed: typed }: SignedOrigin): readonly string[] {
  return typed === null
    ? []
    : ['The account was typed at sign-in. The service may have ignored it, and answered for another account.']
}

/** Why the records may lack what happened in a period that ended at this time, in milliseconds; null for a period without an end. */
export function periodReasons(
  before: number | null,
  { asOf, readWhole }: { readonly asOf: string; readonly readWhole: string | null },
): readonly string[] {
  if (before === null) return []
  if (Date.parse(asOf) < before) return ['The period is not over: it is complete so far.']
  if (readWhole !== null && Date.parse(readWhole) >= before) return []
  return [
    `Everything was last read ${readWhole === null ? 'never' : `at ${readWhole}`}, and the period ended after that. Older records may have changed since.`,
  ]
}
