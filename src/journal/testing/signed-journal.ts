import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { AttestationClaims } from '../../contract/attestation.ts'
import type { PublicKey } from '../../contract/public-keys.ts'
import { chainLink, chainStart, type JournalEntry, sha256Of } from '../journal.ts'

export interface TestSigner {
  readonly publicKey: PublicKey
  sign(claims: AttestationClaims): Promise<string>
}

/** Names another key than its own where `kid` is given. */
export async function newSigner(kid?: string): Promise<TestSigner> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const { x = '' } = await exportJWK(pair.publicKey)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const
  const publicKey = { ...jwk, kid: kid ?? (await calculateJwkThumbprint(jwk)) }
  return {
    publicKey,
    sign: (claims) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'EdDSA', kid: publicKey.kid })
        .sign(pair.privateKey),
  }
}

export type TestAnswer = readonly [target: string, body: string, status?: number]

export interface TestReading {
  readonly challenge?: string
  /** ISO 8601 UTC, of the first answer. The others follow by a second each. */
  readonly begin?: string
  readonly claims?: Partial<AttestationClaims>
}

export async function signedJournal(
  signer: TestSigner,
  answers: readonly TestAnswer[],
  { challenge, begin = '2026-11-26T10:00:00.000Z', claims }: TestReading = {},
): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  let after = chainStart(challenge)
  for (const [index, [target, text, status = 200]] of answers.entries()) {
    const body = new TextEncoder().encode(text)
    const attestation = await signer.sign({
      at: new Date(Date.parse(begin) + index * 1000).toISOString(),
      service: 'https://custody.invalid/v1',
      account: 'acct-1',
      reader: 'a-reader',
      target_sha256: await sha256Of(target),
      status,
      sha256: await sha256Of(body),
      after,
      ...claims,
    })
    entries.push({ target, status, body, attestation })
    after = await chainLink(attestation)
  }
  return entries
}
