/** Facts that lie beside an export: read, and found among files that were chosen together or lie in one folder. */
import { type ExportFacts, exportFacts, factsFileName } from '../../files/facts.ts'
import { UnreadableFile } from '../../files/text-units.ts'

/** A file under a name. */
export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/** The facts in a file. Throws `UnreadableFile` where it has none. */
export async function factsIn(file: Blob): Promise<ExportFacts> {
  if (file.size > mostBytes) throw new UnreadableFile('The facts file is too large.')
  return readFacts(await file.text())
}

const mostBytes = 64 * 2 ** 20

/**
 * Reads the text of facts, however it is laid out. Throws `UnreadableFile` where it is none, and where it holds anything beside them: a
 * field that no facts have, or one given twice, of which people read the first and programs the last. No signature covers those.
 */
export function readFacts(text: string): ExportFacts {
  const { data, error } = exportFacts.safeParse(parsed(text))
  if (!data)
    throw new UnreadableFile(
      `These are not facts of an export by this console: ${error.issues[0]?.path.join('.') || 'the whole file'} is missing or not valid.`,
    )
  if (text.replace(space, '$1') !== JSON.stringify(data))
    throw new UnreadableFile(
      'The facts are not as this console writes them: a field is unknown, given twice, or out of place. No signature covers it.',
    )
  return data
}

/** Strings, which are kept, or else what may stand between the parts of JSON. */
const space = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile('The facts are not readable JSON. The file was cut off, or is another file.')
  }
}

/** An export and its facts, as far as both are there, and what the other is called where one is missing. */
export interface FilePair<F> {
  readonly file: F | null
  readonly facts: F | null
  readonly missing: string | null
}

/**
 * Pairs files by the name that facts state, else by the name that facts have themselves, as in an unpacked audit pack; numbers that
 * browsers give to copies do not count. Of several that fit, the one with the stated size or the same number is taken. If one of each is
 * left over, they belong together: the checks tell.
 */
export async function pairFiles<F extends NamedFile>(files: readonly F[]): Promise<readonly FilePair<F>[]> {
  const read = await Promise.all(files.map(lookInto))
  const exports = read.filter(({ kind }) => kind !== 'facts')
  const partners = new Map<Looked<F>, Looked<F>>()
  const left = read.filter((facts) => {
    if (facts.kind !== 'facts') return false
    const [best] = exports
      .filter((each) => !partners.has(each) && likeness(each.file, facts) > 0)
      .toSorted((one, other) => likeness(other.file, facts) - likeness(one.file, facts))
    if (best) partners.set(best, facts)
    return !best
  })
  const [only, ...others] = exports.filter((each) => each.kind === 'text' && !partners.has(each))
  const [facts] = left
  if (only && facts && others.length === 0 && left.length === 1) {
    partners.set(only, facts)
    left.length = 0
  }
  return [
    ...exports.map((each) => {
      const beside = partners.get(each)?.file ?? null
      const missing = beside || each.kind === 'zip' ? null : factsFileName(unnumbered(each.file.name))
      return { file: each.file, facts: beside, missing }
    }),
    ...left.map(({ file, stated }) => ({ file: null, facts: file, missing: stated })),
  ]
}

/** A name without the number that browsers give to a copy: "X (1).csv" and "X.csv.facts (1).json". */
export function unnumbered(name: string): string {
  return name.replace(copyNumber, '')
}

const copyNumber = / ?\(\d{1,4}\)(?=\.[^.()]+$)/

interface Looked<F> {
  readonly file: F
  readonly kind: 'facts' | 'text' | 'zip'
  /** Of facts: the name and size of their export as they state it, and the name after which they are called. */
  readonly stated: string
  readonly bytes: number | null
  readonly after: string
}

/** Facts are an object, and no export begins as one, whatever the files are called. */
async function lookInto<F extends NamedFile>(file: F): Promise<Looked<F>> {
  const after = unnumbered(file.name).replace(/\.facts\.json$/i, '')
  const unknown = { file, stated: after, bytes: null, after }
  // What cannot be read is said where it is opened.
  const beginning = await file.blob
    .slice(0, 4)
    .text()
    .catch(() => '')
  if (beginning.startsWith('PK')) return { ...unknown, kind: 'zip' }
  if (!beginning.startsWith('{')) return { ...unknown, kind: 'text' }
  const facts = await factsIn(file.blob).catch(() => null)
  return { ...unknown, kind: 'facts', ...(facts && { stated: facts.file.name, bytes: facts.file.bytes }) }
}

/** 0 where the names do not fit. */
function likeness(file: NamedFile, { file: { name }, stated, after, bytes }: Looked<NamedFile>): number {
  const isCalled = (called: string) => file.name === called || unnumbered(file.name) === called
  if (!isCalled(stated) && !isCalled(after)) return 0
  const isSameCopy = copyNumber.exec(file.name)?.[0] === copyNumber.exec(name)?.[0]
  return 1 + Number(isCalled(stated)) * 4 + Number(file.blob.size === bytes) * 2 + Number(isSameCopy)
}
