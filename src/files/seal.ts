import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ApiError } from '../api/api-error.ts'
import { dayNumber, monthEnd } from '../api/dates/day.ts'
import { openSource } from '../api/pack-source.ts'
import { getJson } from '../api/request.ts'
import { sessionMarkHeader } from '../contract/session.ts'
import { type SignatureRequest, signature, signaturePath } from '../contract/signing.ts'
import { type CoreFacts, coreFacts, type ExportFacts } from './facts.ts'

/**
 * SHA-256 of the facts without signature and without the name, size and digest of their file, laid out as in their own file:
 * `jq 'del(.signature, .file.name, .file.bytes, .file.sha256)' X.facts.json | sha256sum`.
 */
export function factsDigest(facts: CoreFacts | ExportFacts): string {
  const text = `${JSON.stringify(coreFacts.parse(facts), null, 2)}\n`
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}

/** List, period, filter, proof, start of reading, first digits of the digest, and a mark if incomplete. Valid on every file system. */
export function exportFileName(list: string, facts: CoreFacts | ExportFacts): string {
  const { begun, proof, completeness, file } = facts
  const parts = [
    plainWord(list.toLowerCase()),
    ...scopeOf(facts),
    ...(proof ? [`${proof.proved}-of-${proof.of}-proved`] : []),
    `${begun.slice(0, 19).replaceAll(':', '-')}Z`.replace(/[^0-9TZ-]/g, '-'),
    // Nobody can make other facts with the same 16 digits.
    factsDigest(facts).slice(0, 16),
  ]
  return `${parts.join('_')}${marks[completeness]}.${file.format}`
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** A long value, such as an address, is left out: cut short, it could be taken for another. */
function scopeOf({ asked, pinned_end_date }: CoreFacts): readonly string[] {
  const { start_date: start, end_date, ...filter } = asked.parameters
  const values = Object.entries(filter).map(([name, value]) => plainWord(value.length <= 23 ? value : name))
  const all = values.length > 4 ? [...values.slice(0, 3), `${values.length - 3}-more`] : values
  return [...periodWords(start, end_date === pinned_end_date ? undefined : end_date), ...all]
}

/** "2026-10" for a whole month, "2026-10-01-to-2026-10-12", "from-2026-10-01", "to-2026-10-12T08-30-00Z". */
function periodWords(start: string | undefined, end: string | undefined): readonly string[] {
  const first = start && plainWord(start.replace(/T00:00(:00(\.0+)?)?Z$/, ''))
  const last = end && plainWord(end.replace(/T23:59:59\.9{3,}Z$/, ''))
  if (!first) return last ? [`to-${last}`] : []
  if (!last) return [`from-${first}`]
  if (first === last) return [first]
  const day = first.endsWith('-01') ? dayNumber(first) : null
  return day !== null && monthEnd(day) === dayNumber(last) ? [first.slice(0, 7)] : [`${first}-to-${last}`]
}

function plainWord(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, '-')
}

/** Returns a sentence if there is no signature. It never fails, so no export is lost for want of one. */
export type Sign = (request: SignatureRequest) => Promise<ExportFacts['signature']>

/** `list` is the start of the file's name. */
export async function seal(
  facts: CoreFacts,
  { list, ...whole }: { readonly list: string } & Pick<ExportFacts['file'], 'bytes' | 'sha256'>,
  sign: Sign,
): Promise<ExportFacts> {
  const { service } = facts
  return {
    ...facts,
    file: { name: exportFileName(list, facts), ...facts.file, ...whole },
    signature: await sign({
      facts_sha256: factsDigest(facts),
      service: service.address,
      account: service.account,
    }),
  }
}

/** Signs in this session only. */
export function signAtGateway(session: string, signal?: AbortSignal): Sign {
  return async (request) => {
    if (openSource()) return { unsigned: 'It was made from an audit pack, without a gateway to sign it.' }
    // The file is finished, and the reader waits for it.
    const deadline = AbortSignal.timeout(15_000)
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
      const { code, message, details } = error.failure
      if (code === '') return { unsigned: 'The gateway could not be reached to sign it.' }
      return { unsigned: `The gateway did not sign it: ${details || message} (${code})` }
    }
  }
}

/** For programs without a gateway. */
export const unsigned: Sign = async () => ({ unsigned: 'There was no gateway to sign it.' })
