/** What facts are known by: their digest, the name of the file that carries its first digits, and the gateway's signature. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ApiError } from '../api/api-error.ts'
import { openSource } from '../api/pack-source.ts'
import { getJson } from '../api/request.ts'
import { sessionMarkHeader } from '../contract/session.ts'
import { signature } from '../contract/signature.ts'
import { type SignatureRequest, signaturePath } from '../contract/signing.ts'
import { type CoreFacts, coreFacts, type ExportFacts } from './facts.ts'

/**
 * SHA-256 of the facts without the name, size and digest of their file and without their signature, laid out as in their own file:
 * `jq 'del(.signature, .file.name, .file.bytes, .file.sha256)' X.facts.json | sha256sum`.
 */
export function factsDigest(facts: CoreFacts | ExportFacts): string {
  const text = `${JSON.stringify(coreFacts.parse(facts), null, 2)}\n`
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}

/**
 * Name of an export's file: list, what of a statement is proved, the instant at which it was begun, the beginning of the digest of its facts, and what it is where it is not complete.
 * Nothing in it comes from outside, so that every file system accepts it.
 */
export function exportFileName(list: string, facts: CoreFacts | ExportFacts): string {
  const instant = `${facts.begun.slice(0, 19).replaceAll(':', '-')}Z`
  const safeList = list.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  const digest = factsDigest(facts).slice(0, digitsInName)
  const proof = facts.proof ? `_${facts.proof.proved}-of-${facts.proof.of}-proved` : ''
  return `${safeList}${proof}_${instant.replace(/[^0-9TZ-]/g, '-')}_${digest}${marks[facts.completeness]}.${facts.file.format}`
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** Enough that nobody finds other facts with the same ones. */
const digitsInName = 16

/** Has a digest signed, or tells in a sentence why it is not. Never fails: no export is lost for want of a signature. */
export type Sign = (request: SignatureRequest) => Promise<ExportFacts['signature']>

/** Facts with their name and signature. `list` is what files of this list are called. */
export async function seal(facts: CoreFacts, list: string, sign: Sign): Promise<ExportFacts> {
  const { service } = facts
  return {
    ...facts,
    file: { name: exportFileName(list, facts), ...facts.file, bytes: null, sha256: null },
    signature: await sign({
      facts_sha256: factsDigest(facts),
      service: service.address,
      account: service.account,
    }),
  }
}

/** Has the gateway sign in this session and no other. */
export function signAtGateway(session: string, signal?: AbortSignal): Sign {
  return async (request) => {
    if (openSource()) return { unsigned: 'It was made from an audit pack, without a gateway to sign it.' }
    const deadline = AbortSignal.timeout(longestWait)
    try {
      const answer = await getJson(
        signaturePath,
        signaturePath,
        signal ? AbortSignal.any([signal, deadline]) : deadline,
        {
          method: 'POST',
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            [sessionMarkHeader]: session,
          },
          body: JSON.stringify(request),
        },
      )
      const signed = signature.safeParse(answer)
      if (signed.success && signed.data.facts_sha256 === request.facts_sha256) return signed.data
      return { unsigned: 'The gateway did not answer with a signature of these facts.' }
    } catch (error) {
      if (signal?.aborted) throw error
      if (deadline.aborted) return { unsigned: 'The gateway took too long to sign it.' }
      if (!(error instanceof ApiError)) throw error
      return { unsigned: whyUnsigned(error) }
    }
  }
}

/** In milliseconds. The file is finished, and somebody waits for it. */
const longestWait = 15_000

/** For programs without a gateway. */
export const unsigned: Sign = async () => ({ unsigned: 'There was no gateway to sign it.' })

function whyUnsigned({ failure: { code, message, details } }: ApiError): string {
  if (code === '') return 'The gateway could not be reached to sign it.'
  return `The gateway did not sign it: ${details || message} (${code})`
}
