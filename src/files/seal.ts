import { ApiError } from '../api/api-error.ts'
import { getJson } from '../api/request.ts'
import { sessionMarkHeader } from '../contract/session.ts'
import { signature } from '../contract/signature.ts'
import { type SignatureRequest, signaturePath } from '../contract/signing.ts'
import type { CoreFacts, ExportFacts } from './facts.ts'
import { exportFileName, factsDigest } from './facts-digest.ts'
import { unsignedWords } from './words.ts'

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
      return { unsigned: unsignedWords.noSignature }
    } catch (error) {
      if (signal?.aborted) throw error
      if (deadline.aborted) return { unsigned: unsignedWords.tooSlow }
      if (!(error instanceof ApiError)) throw error
      return { unsigned: whyUnsigned(error) }
    }
  }
}

/** In milliseconds. The file is finished, and somebody waits for it. */
const longestWait = 15_000

/** For programs without a gateway. */
export const unsigned: Sign = async () => ({ unsigned: unsignedWords.noGateway })

function whyUnsigned({ failure: { code, message, details } }: ApiError): string {
  if (code === '') return unsignedWords.unreachable
  return unsignedWords.refused(details || message, code)
}
