/** Which facts belong to which export, among files that were chosen together or lie together. */
import { factsFileName } from '../../files/facts.ts'
import { factsOrNull } from './facts-file.ts'

/** An export and its facts, as far as both are there, and what the other is called where one is missing. */
export interface FilePair<F> {
  readonly file: F | null
  readonly facts: F | null
  readonly missing: string | null
}

/** A file under a name. */
export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/**
 * Pairs files by the name that facts state, also where a browser has numbered copies: "X (1).csv" is X.csv; else by the name that facts
 * have themselves, as in an audit pack. Of several that fit, the one with the same number or of the stated size is taken. Where one of each is left over they belong together, whatever they are
 * called: the checks tell.
 */
export async function pairFiles<F extends NamedFile>(files: readonly F[]): Promise<readonly FilePair<F>[]> {
  const read = await Promise.all(files.map(lookInto))
  const exports = read.flatMap((each) => (each.kind === 'facts' ? [] : [each]))
  const partners = new Map<F, Facts<F>>()
  const left: Facts<F>[] = []
  for (const facts of read.filter((each) => each.kind === 'facts')) {
    const fitting = exports.filter(({ file }) => !partners.has(file) && fits(file, facts))
    const [best] = fitting.toSorted((one, other) => likeness(other.file, facts) - likeness(one.file, facts))
    if (best) partners.set(best.file, facts)
    else left.push(facts)
  }
  const alone = exports.filter(({ kind, file }) => kind === 'text' && !partners.has(file))
  const [onlyFile, ...otherFiles] = alone
  const [onlyFacts, ...otherFacts] = left
  if (onlyFile && onlyFacts && otherFiles.length === 0 && otherFacts.length === 0) {
    partners.set(onlyFile.file, onlyFacts)
    left.length = 0
  }
  return [
    ...exports.map(({ kind, file }) => {
      const facts = partners.get(file)?.file ?? null
      return { file, facts, missing: facts || kind === 'zip' ? null : factsFileName(unnumbered(file.name)) }
    }),
    ...left.map(({ file, of }) => ({ file: null, facts: file, missing: of })),
  ]
}

/** A name without the number that browsers give to a copy: "X (1).csv" and "X.csv.facts (1).json". */
export function unnumbered(name: string): string {
  return name.replace(copyNumber, '')
}

const copyNumber = / ?\(\d{1,4}\)(?=\.[^.()]+$)/

interface Facts<F> {
  readonly kind: 'facts'
  readonly file: F
  /** The name and the size that they state of their export; the name else from their own. */
  readonly of: string
  /** The name after which they are called. */
  readonly after: string
  readonly bytes: number | null
}

type Looked<F> = Facts<F> | { readonly kind: 'text' | 'zip'; readonly file: F }

/** Facts are an object, and no export begins as one, whatever the files are called. */
async function lookInto<F extends NamedFile>(file: F): Promise<Looked<F>> {
  // What cannot be read is said where it is opened.
  const beginning = await file.blob
    .slice(0, 4)
    .text()
    .catch(() => '')
  if (beginning.startsWith('PK')) return { kind: 'zip', file }
  if (!beginning.startsWith('{')) return { kind: 'text', file }
  const facts = await factsOrNull(file.blob)
  const after = unnumbered(file.name).replace(/\.facts\.json$/i, '')
  return {
    kind: 'facts',
    file,
    of: facts?.file.name ?? after,
    after,
    bytes: facts?.file.bytes ?? null,
  }
}

function fits(file: NamedFile, { of, after }: Facts<unknown>): boolean {
  return isCalled(file, of) || isCalled(file, after)
}

function isCalled({ name }: NamedFile, called: string): boolean {
  return name === called || unnumbered(name) === called
}

function likeness(file: NamedFile, { file: { name }, of, bytes }: Facts<NamedFile>): number {
  const isSameCopy = copyNumber.exec(file.name)?.[0] === copyNumber.exec(name)?.[0]
  return Number(isCalled(file, of)) * 4 + Number(file.blob.size === bytes) * 2 + Number(isSameCopy)
}
