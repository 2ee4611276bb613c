/** What a gateway says of every file that it signs. */
import packageJson from '../../../package.json' with { type: 'json' }
import type { AboutFiles, Subject } from '../../evidence/about.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import type { AccountState } from '../../store/state.ts'
import type { GatewayContext } from './context.ts'
import { fingerprintOf } from './sealing.ts'
import { accountLabel, type Session } from './session.ts'

type SignedOrigin = Pick<AboutFiles, 'gateway' | 'service' | 'account' | 'account_typed' | 'made_by'>

/** What is said of the files themselves. They are complete where there is no reason why not. */
export type SignedClaims = Pick<AboutFiles, 'as_of' | 'read_whole' | 'reasons' | 'what' | 'stated'>

type SignedContext = Pick<GatewayContext, 'service' | 'settings' | 'keyRing'>

export function aboutSigned(claims: SignedClaims, session: Session, context: SignedContext): AboutFiles {
  const origin = signedOrigin(session, context)
  const reasons = [...(origin.account_typed === null ? [] : [typedAccount]), ...claims.reasons]
  const made_at = new Date().toISOString()
  return { ...origin, made_at, ...claims, complete: reasons.length === 0, reasons }
}

const typedAccount =
  'The account was typed at sign-in. The service may have ignored it, and answered for another account.'

function signedOrigin(session: Session, { service, settings, keyRing }: SignedContext): SignedOrigin {
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

/** `completeness` and `reasons` are those of the records; what the period adds is said here. */
export function claimsOf(
  { asOf, readWhole }: Pick<AccountState, 'asOf' | 'readWhole'>,
  { completeness, reasons }: Pick<WrittenFile, 'completeness' | 'reasons'>,
  { what, stated }: Pick<SignedClaims, 'what' | 'stated'>,
): SignedClaims {
  const readings = { as_of: asOf ?? readWhole?.begun ?? '', read_whole: readWhole?.begun ?? null }
  return {
    ...readings,
    reasons: [
      ...periodReasons(what.period, readings),
      ...(completeness === 'complete' ? [] : reasons.length > 0 ? reasons : [unproved]),
    ],
    ...{ what, stated },
  }
}

const unproved = 'It could not be shown that everything was read.'

/** Why the records may lack what happened in this period. */
function periodReasons(
  period: Subject['period'],
  { as_of, read_whole }: Pick<SignedClaims, 'as_of' | 'read_whole'>,
): readonly string[] {
  if (period?.before == null) return []
  // Somewhere a day ends twelve hours after that of UTC.
  const end = Date.parse(period.before) + (period.zone === 'service' ? 43_200_000 : 0)
  if (Date.parse(as_of) < end) return ['The period is not over: it is complete so far.']
  if (read_whole === null) return ['Not all of the account has been read yet.']
  return Date.parse(read_whole) >= end
    ? []
    : [
        `All records were last read at ${read_whole}, before the period ended. Older ones may have changed since.`,
      ]
}
