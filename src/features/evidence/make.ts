/** Makes the files of evidence from a service's answers, and makes them again when they are checked. */

import { type RunOptions, run } from '../../api/retries.ts'
import { profileOfSession } from '../../api/service-profile.ts'
import type { Books } from '../../books/books.ts'
import { dividedBooks } from '../../books/edges.ts'
import { readEdges } from '../../books/reading/read-edges.ts'
import { readEverything } from '../../books/reading/read-everything.ts'
import type { Edge } from '../../books/transaction-table.ts'
import type { AttestationClaims } from '../../contract/attestation.ts'
import { counted } from '../../contract/count-text.ts'
import { dayNumber } from '../../contract/day.ts'
import { needsBooks } from '../../contract/endpoints.ts'
import type { Report } from '../../contract/report.ts'
import type { EvidenceAbout } from '../../files/evidence-about.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import { bookedExport, columnsFor, type ExportProgress } from '../../files/list-export.ts'
import { runExport } from '../../files/run.ts'
import type { ByteSink, WrittenFile } from '../../files/written-file.ts'
import { joinedBytes } from '../../files/zip-writer.ts'
import { claimsIn, type JournalEntry } from '../../journal/journal.ts'
import { writeReport } from '../../reports/report-file.ts'
import { eachDay } from '../../settlement/edges.ts'
import { listTransactions } from '../../sync/service/endpoints.ts'
import type { Answer } from '../../sync/service/reading.ts'
import { readVaults } from '../../url/holdings.ts'
import { setFilters } from '../../url/list-view.ts'
import { listAt, reconciliationView } from '../../url/lists.ts'
import { statementsView } from '../../url/statements.ts'
import { type AddFile, packParts } from '../pack/pack-parts.ts'
import { reconciledBooks } from '../reconciliation/books-reconciliation.ts'
import { reviewOfBooks } from '../review/books-review.ts'
import { statementReport } from '../statements/answer.ts'

export interface Answers {
  /** Throws as `getJson` does. */
  answer(target: string, signal: AbortSignal): Promise<Answer>
  /** What the last attestation says; null before the first. Unchecked. */
  claims(): AttestationClaims | null
  /** When the last answer was signed, in milliseconds: the only clock that a later check has too. */
  now(): number
}

export interface MadeFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface EvidenceMade {
  readonly files: readonly MadeFile[]
  /** Only the inputs that the files use. */
  readonly inputs: EvidenceInputs
  /** Why it is not proved complete: sentences. */
  readonly reasons: readonly string[]
  /** Null for a list that was read alone. */
  readonly books: Books | null
  /** As the attestations say, unchecked. */
  readonly origin: {
    readonly service: string
    readonly account: string | null
    /** Only the reader named the account. */
    readonly isAccountTyped: boolean
    /** When the first answer came, and the last: ISO 8601 UTC. */
    readonly asOf: string
    readonly until: string
  }
}

/** No file can be made of the link, or of these answers. The message is a sentence. */
export class NoEvidence extends Error {}

interface EvidenceControl extends Pick<RunOptions, 'signal' | 'retries' | 'onWait' | 'onFailure' | 'sleep'> {
  readonly onProgress: (progress: ExportProgress) => void
}

/** Each evidence has a session of its own, so that it begins without a profile of the service. */
let made = 0

/** Throws `NoEvidence`, and as the answers do. */
export async function makeEvidence(
  about: EvidenceAbout,
  inputs: EvidenceInputs,
  answers: Answers,
  control: EvidenceControl,
): Promise<EvidenceMade> {
  made += 1
  const session = `evidence ${made}`
  profileOfSession(session)
  const running = {
    ...control,
    session,
    now: answers.now,
    answer: ({ target }: { readonly target: string }, signal: AbortSignal) => answers.answer(target, signal),
  }
  // The first answer tells time, reader and service.
  await run(listTransactions({ limit: 1, offset: 0 }), running)
  const { service = '', account, account_typed = null, at: asOf = '' } = answers.claims() ?? {}
  const origin = {
    ...{ service, account: account ?? account_typed, asOf },
    isAccountTyped: account === undefined && account_typed !== null,
  }
  const evidence = await new EvidenceMaker(running, inputs, service, origin.account).make(about)
  return { ...evidence, origin: { ...origin, until: answers.claims()?.at ?? asOf } }
}

type Running = EvidenceControl & RunOptions & { readonly session: string }

class EvidenceMaker {
  readonly #running: Running
  readonly #service: string
  readonly #account: string | null
  #books: Books | null = null
  readonly #files: MadeFile[] = []
  readonly #inputs: EvidenceInputs
  #used: EvidenceInputs = {}

  constructor(running: Running, inputs: EvidenceInputs, service: string, account: string | null) {
    this.#running = running
    this.#inputs = inputs
    this.#service = service
    this.#account = account
  }

  async make(about: EvidenceAbout): Promise<Omit<EvidenceMade, 'origin'>> {
    const reasons = about.of === 'pack' ? await this.#pack(about) : reasonsOf(await this.#one(about))
    return { files: this.#files, inputs: this.#used, reasons, books: this.#books }
  }

  async #one(about: EvidenceAbout & { readonly of: 'list' | 'report' }): Promise<WrittenFile> {
    if (about.of === 'list') return await this.#list(about)
    const report = await this.#report(about.link)
    this.#used = (report.inputs ?? {}) as EvidenceInputs
    return await this.#file((sink) => writeReport(report, about.file, sink))
  }

  async #list({
    link,
    file: format,
    columns,
  }: EvidenceAbout & { readonly of: 'list' }): Promise<WrittenFile> {
    const { path, query } = partsOf(link)
    const list = listAt(path)
    if (!list) throw new NoEvidence('The link leads to no list.')
    const { filter, invalid } = list.codec.parse(query)
    const names = columnsFor(bookedExport(list.name), 'all')
    if (invalid.some(({ reason }) => reason !== 'hidden') || !columns.every((name) => isColumn(name, names)))
      throw new NoEvidence('The link or the columns of the list are not valid.')
    const { session } = this.#running
    // A service compares addresses as text, and cannot be asked for amounts or words.
    const isByAddress = addressFilters.some((name) => Object.hasOwn(filter, name))
    const books = needsBooks(filter) || isByAddress ? await this.#read() : null
    return await this.#file((sink) =>
      runExport(
        {
          ...{ list: list.name, filter: setFilters(filter), format, columns, session },
          ...{ title: list.title, books: books && everything },
        },
        sink,
        {
          ...this.#running,
          find: () => books ?? this.#noBooks(),
          divide: async (_, edges, wanted) => await this.#divide(edges, wanted),
        },
      ),
    )
  }

  #noBooks(): never {
    throw new NoEvidence('A list is read alone.')
  }

  async #report(link: string): Promise<Report> {
    const { path, query } = partsOf(link)
    const books = await this.#read()
    if (path === '/review') return await reviewOfBooks(books, this.#inputs.accepted ?? [])
    if (path === '/reconciliation') {
      const { filter, invalid } = reconciliationView.parse(query)
      if (invalid.length === 0) return reconciledBooks(books, filter)
    }
    if (path === '/statements') {
      const view = statementsView.parse(query)
      const report = await statementReport(books, view, this.#inputs.prices ?? null, (edges) =>
        this.#divide(edges),
      )
      if (report) return report
    }
    throw new NoEvidence('The link leads to no report of these records.')
  }

  async #pack({ period, vaults }: EvidenceAbout & { readonly of: 'pack' }): Promise<readonly string[]> {
    const choice = vaults === null ? null : readVaults(vaults)
    if (vaults !== null && choice === null) throw new NoEvidence('The vaults of the pack are not valid.')
    const [first, last] = [dayNumber(period.first), dayNumber(period.last)]
    if (first === null || last === null || first > last || last - first > mostDays)
      throw new NoEvidence('The period of the pack is not valid.')
    // An open pack cannot ask for more days.
    const books = await this.#divide(eachDay({ first, last }))
    const { signal, onProgress } = this.#running
    const reasons: string[] = []
    const add: AddFile = async (name, write) => {
      const written = await this.#file(write, name)
      reasons.push(...reasonsOf(written).map((reason) => `${name}: ${reason}`))
    }
    const { prices: valuation = null, accepted = [] } = this.#inputs
    const content = { books, period, vaults: choice, valuation, accepted }
    const { missing, inputs } = await packParts(content, add, { signal, onProgress })
    this.#used = inputs
    return [...missing, ...reasons]
  }

  async #read(): Promise<Books> {
    const { onProgress } = this.#running
    this.#books ??= await run(
      readEverything({
        ...{ service: this.#service, account: this.#account },
        onProgress: ({ rows, part }) =>
          onProgress({ text: `Reading ${counted(rows, 'record')}`, part, hasBegun: true }),
      }),
      this.#running,
    )
    return this.#books
  }

  async #divide(edges: readonly Edge[], wanted?: ReadonlySet<string>): Promise<Books> {
    this.#running.onProgress({ text: 'Finding dates', part: null, hasBegun: true })
    this.#books = await run(readEdges(await this.#read(), edges, wanted), this.#running)
    return dividedBooks(this.#books, edges)
  }

  async #file(write: (sink: ByteSink) => Promise<WrittenFile>, name?: string): Promise<WrittenFile> {
    const pieces: Uint8Array[] = []
    const written = await write({ write: (bytes) => void pieces.push(new Uint8Array(bytes)) })
    this.#files.push({ name: name ?? written.name, bytes: joinedBytes(pieces) })
    return written
  }
}

/** Id of the books in the request for a file that is made of them. */
const addressFilters = ['address', 'source_address', 'destination_address']
const everything = 'everything'

const mostDays = 3660

function reasonsOf({ completeness, reasons }: WrittenFile): readonly string[] {
  if (completeness === 'complete') return []
  return reasons.length > 0 ? reasons : ['It is not proved complete.']
}

function isColumn(name: string, names: readonly string[]): boolean {
  return names.includes(name) || name === 'recorded_on'
}

function partsOf(link: string): { readonly path: string; readonly query: string } {
  const [path = '', ...query] = link.split('?')
  return { path, query: query.join('?') }
}

/** The latest claims by time, whatever the order of answers that were asked for together. */
export function lastClaims() {
  let claims: AttestationClaims | null = null
  return {
    claims: () => claims,
    now: () => Date.parse(claims?.at ?? '') || 0,
    hear(entry: JournalEntry) {
      const heard = claimsOf(entry)
      if (claims === null || heard.at > claims.at) claims = heard
    },
  }
}

export function attestationOf({ attestation, target }: JournalEntry): string {
  if (attestation === null) throw new NoEvidence(`The answer to ${target} is not signed.`)
  return attestation
}

export function claimsOf(entry: JournalEntry): AttestationClaims {
  const claims = claimsIn(attestationOf(entry))
  if (claims === null)
    throw new NoEvidence(`The attestation of the answer to ${entry.target} cannot be read.`)
  return claims
}
