/** Checks evidence by making it again: what the service said by its signatures, and every file from what it said. */

import { getJson } from '../../api/request.ts'
import type { Books } from '../../books/books.ts'
import { ApiError } from '../../contract/api-error.ts'
import { counted } from '../../contract/count-text.ts'
import type { PublicKey } from '../../contract/public-keys.ts'
import type { EvidenceAbout } from '../../files/evidence-about.ts'
import { type EvidenceInputs, inputsName, writeInputs } from '../../files/evidence-inputs.ts'
import {
  checkJournal,
  type JournalExpectation,
  type JournalFault,
  type JournalStatement,
} from '../../journal/check-journal.ts'
import type { JournalEntry } from '../../journal/journal.ts'
import { groupBy } from '../../settlement/group-by.ts'
import type { HeldPack, RunTask } from '../../work/task.ts'
import { valueDays } from '../statements/valuation.ts'
import {
  type EvidenceContent,
  evidenceReadme,
  hexDigest,
  readEvidence,
  UnreadableFile,
} from './evidence-zip.ts'
import {
  type Answers,
  claimsOf,
  type EvidenceMade,
  lastClaims,
  type MadeFile,
  makeEvidence,
  NoEvidence,
} from './make.ts'

export interface EvidenceVerdict {
  /** Why it is not genuine: sentences, the worst first. */
  readonly faults: readonly string[]
  /** What is genuine but not as the recipient expects: sentences. */
  readonly unexpected: readonly string[]
  /** Why it is not proved complete: sentences. Means nothing where there are faults. */
  readonly missing: readonly string[]
  readonly about: EvidenceAbout | null
  /** The maker's word, whatever the verdict. */
  readonly inputs: EvidenceInputs
  /** What all answers have in common; null where that is not proved. */
  readonly statement: JournalStatement | null
  readonly answers: number
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  /** SHA-256 of the ZIP, in hexadecimal. */
  readonly sha256: string
}

export interface CheckedEvidence {
  readonly verdict: EvidenceVerdict
  /** Of a pack, as made again from the answers; null unless it is genuine. */
  readonly books: Books | null
}

export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

export interface CheckRequest {
  readonly file: NamedFile
  /** Files that may be copies of those inside. */
  readonly beside: readonly NamedFile[]
  readonly expected: JournalExpectation
  /** The file of the keys; null for those of this console. */
  readonly keyFile: string | null
  /** A sentence if there are none. */
  readonly keys: readonly PublicKey[] | string
}

export interface EvidenceChecked extends CheckedEvidence {
  readonly kind: 'evidence'
  readonly name: string
  readonly expected: JournalExpectation
  readonly keyFile: string | null
  /** Files beside it, and whether one inside is the same, byte for byte. */
  readonly beside: readonly { readonly name: string; readonly isInside: boolean }[]
}

export interface Unchecked {
  readonly kind: 'unchecked'
  readonly name: string
  readonly sentence: string
}

export type CheckedFile = EvidenceChecked | Unchecked

export const checkTask: RunTask<CheckRequest, CheckedFile> = async (
  { file: { name, blob }, beside, expected, keyFile, keys },
  { signal, onProgress },
) => {
  const unchecked = (sentence: string) => ({ kind: 'unchecked', name, sentence }) as const
  if (typeof keys === 'string') return unchecked(keys)
  onProgress({ text: 'Making the files again from the answers:', part: null, hasBegun: true })
  try {
    const checked = await checkEvidence(blob, keys, expected, signal)
    const inside = new Set(checked.verdict.files.map(({ sha256 }) => sha256))
    const compared = await Promise.all(
      beside.map(async (other) => ({
        name: other.name,
        isInside: inside.has(await hexDigest(other.blob)),
      })),
    )
    return { kind: 'evidence', name, expected, keyFile, beside: compared, ...checked }
  } catch (error) {
    signal.throwIfAborted()
    // A file that was moved, changed or locked fails with this.
    if (error instanceof DOMException)
      return unchecked('The file can no longer be read. It may have been moved, changed or deleted.')
    throw error
  }
}

export const openTask: RunTask<EvidenceChecked, HeldPack> = async ({ books, verdict, name }, { hold }) => {
  const { statement, missing, about, inputs } = verdict
  if (books === null || statement === null || about?.of !== 'pack')
    throw new Error('Only a pack that is genuine can be opened.')
  const signed = { key: statement.keyIds.join(', '), at: statement.asOf }
  return {
    books: hold(books),
    about: {
      ...{ name, asOf: books.ended, signed, missing, accepted: inputs.accepted ?? [] },
      prices: inputs.prices ? { days: valueDays(about.period), valuation: inputs.prices } : null,
    },
  }
}

/** Never throws for what the file holds: that is a fault. Throws the signal's reason. */
export async function checkEvidence(
  zip: Blob,
  keys: readonly PublicKey[],
  expected: JournalExpectation,
  signal: AbortSignal,
): Promise<CheckedEvidence> {
  const sha256 = await hexDigest(zip)
  let content: Awaited<ReturnType<typeof readEvidence>>
  try {
    content = await readEvidence(zip)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { verdict: { ...nothing, faults: [error.message], sha256 }, books: null }
  }
  const { about, inputs, entries, files } = content
  const journal = await checkJournal(entries, keys, expected)
  const again = await madeAgain(content, signal)
  const differences = 'fault' in again ? [again.fault] : filesNotMade(files, again.evidence.files)
  const isReadmeMade = 'fault' in again || content.readme === evidenceReadme(content, again.evidence)
  // Changed or unsigned answers first, then files that do not follow from them, then unknown keys.
  const sentencesOf = (isWanted: (kind: JournalFault['kind']) => boolean) =>
    journal.faults.filter(({ kind }) => isWanted(kind)).map(({ sentence }) => sentence)
  const faults = [
    ...sentencesOf((kind) => kind !== 'unexpected' && !ofKeys.has(kind)),
    ...differences,
    ...(isReadmeMade ? [] : ['The README does not match this evidence.']),
    ...sentencesOf((kind) => ofKeys.has(kind)),
  ]
  const made = 'fault' in again ? null : again.evidence
  return {
    verdict: {
      faults,
      unexpected: sentencesOf((kind) => kind === 'unexpected'),
      missing: [...(made?.reasons ?? []), ...typedAccount(journal.statement)],
      about,
      inputs,
      statement: journal.statement,
      answers: entries.length,
      files: await Promise.all(
        files.map(async ({ name, bytes }) => {
          const sha256 = await hexDigest(new Blob([bytes]))
          return { name, bytes: bytes.length, sha256 }
        }),
      ),
      sha256,
    },
    books: faults.length === 0 && about.of === 'pack' ? (made?.books ?? null) : null,
  }
}

function typedAccount(statement: JournalStatement | null): readonly string[] {
  if (!statement?.isAccountTyped) return []
  return [
    `The account ${statement.account} was typed at sign-in. The service may have ignored it, and answered for another account.`,
  ]
}

const ofKeys: ReadonlySet<JournalFault['kind']> = new Set(['unknown-key', 'withdrawn-key'])

const nothing: EvidenceVerdict = {
  ...{ faults: [], unexpected: [], missing: [], about: null, inputs: {}, statement: null },
  ...{ answers: 0, files: [], sha256: '' },
}

async function madeAgain(
  { about, inputs, entries }: EvidenceContent,
  signal: AbortSignal,
): Promise<{ readonly evidence: EvidenceMade } | { readonly fault: string }> {
  const answers = replayedAnswers(entries)
  let failures = 0
  try {
    const evidence = await makeEvidence(about, inputs, answers, {
      signal,
      // Does not wait: the journal has the repeated requests too.
      sleep: async () => {},
      retries: entries.length,
      async onFailure(error) {
        failures += 1
        if (failures > entries.length) throw error
      },
      onProgress: () => {},
    })
    const left = answers.unasked()
    if (writeInputs(evidence.inputs) !== writeInputs(inputs))
      return { fault: `${inputsName} holds more than the files use.` }
    if (left.length === 0) return { evidence }
    const [first] = left
    return {
      fault: `The journal has ${counted(left.length, 'answer')} that no file needs, such as that to ${first?.target}.`,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoEvidence) return { fault: error.message }
    if (error instanceof ApiError)
      return { fault: `The files cannot be made from the answers. ${error.message}` }
    return { fault: 'The files cannot be made from the answers.' }
  }
}

function filesNotMade(files: readonly MadeFile[], made: readonly MadeFile[]): readonly string[] {
  const given = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const differing = made.flatMap(({ name, bytes }) => {
    const own = given.get(name)
    given.delete(name)
    if (!own) return [`${name} is missing.`]
    return isSame(own, bytes) ? [] : [`${name} does not follow from the answers of the service.`]
  })
  return [...differing, ...[...given.keys()].map((name) => `${name} is not part of this evidence.`)]
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/**
 * Answers the requests of a journal, in its order. Only a request that is repeated after a failure may come at any time, since the journal does
 * not say how long was waited. Throws a `NoEvidence` for any other request.
 */
export function replayedAnswers(
  entries: readonly JournalEntry[],
): Answers & { readonly unasked: () => readonly JournalEntry[] } {
  const last = lastClaims()
  const left = new Map(
    [...groupBy(entries, ({ target }) => target)].map(([target, each]) => [target, [...each]]),
  )
  const again = new Set(
    [...left.values()].flatMap((each) => each.filter((_, index) => (each[index - 1]?.status ?? 200) !== 200)),
  )
  const inOrder = entries.filter((entry) => !again.has(entry))
  return {
    ...last,
    unasked: () => [...left.values()].flat(),
    async answer(target) {
      const entry = left.get(target)?.shift()
      if (!entry) throw new NoEvidence(`The journal lacks the answer to ${target}, which the files need.`)
      if (!again.has(entry) && inOrder.shift() !== entry)
        throw new NoEvidence(`The journal has the answer to ${target} out of order.`)
      last.hear(entry)
      const receivedAt = claimsOf(entry).at
      return { body: await getJson('', target, undefined, {}, responseOf(entry)), receivedAt }
    },
  }
}

function responseOf({ status, body }: JournalEntry): Response {
  try {
    return new Response(body, { status })
  } catch {
    throw new NoEvidence(`The journal has an answer with the status ${status}, which has no body.`)
  }
}
