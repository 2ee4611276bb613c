/** Reads facts files and pairs them with exports. */
import * as z from 'zod/mini'
import { type ExportFacts, exportFacts, factsFileName, factsFormat, factsVersion } from '../../files/facts.ts'
import { UnreadableFile } from '../../files/text-units.ts'

export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/** Throws `UnreadableFile` if the file has no facts. */
export async function factsIn(file: Blob): Promise<ExportFacts> {
  if (file.size > mostBytes) throw new UnreadableFile('The verification file is too large.')
  return readFacts(await file.text())
}

/** JSON takes ten times its text in memory. */
const mostBytes = 16 * 2 ** 20

/**
 * Reads facts in any layout. Throws `UnreadableFile` for unknown or duplicate fields: no signature covers them, and people may read another
 * one of two than programs do.
 */
export function readFacts(text: string): ExportFacts {
  const value = parsed(text)
  refuseOtherVersion(value, 'verification file', { format: factsFormat, version: factsVersion })
  const { data, error } = exportFacts.safeParse(value)
  if (!data)
    throw new UnreadableFile(
      `This is not a verification file of this console: ${error.issues[0]?.path.join('.') || 'the whole file'} is missing or not valid.`,
    )
  if (!isPlainJson(text, data))
    throw new UnreadableFile(
      'The verification file is not in the form that this console writes: a field is unknown, given twice, or out of place. No signature covers it.',
    )
  return data
}

/** Whether the text has that value and nothing else, in any layout. Of a field that is given twice, programs read only the last. */
function isPlainJson(text: string, value: unknown): boolean {
  const plain = JSON.stringify(value)
  const spelled = (_: string, string?: string) => (string ? JSON.stringify(JSON.parse(string)) : '')
  return text === plain || text.replace(stringOrSpace, spelled) === plain
}

const stringOrSpace = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

const head = z.object({ format: z.string(), version: z.number() })

/** A file of another version of the format is not wrong: it is only not known here. */
export function refuseOtherVersion(
  value: unknown,
  what: string,
  { format, version }: z.infer<typeof head>,
): void {
  const { data } = head.safeParse(value)
  if (data?.format === format && data.version !== version)
    throw new UnreadableFile(
      `This version of the console cannot check it: its ${what} has version ${data.version}.`,
    )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(
      'The verification file is not readable JSON. It was cut off, or is another file.',
    )
  }
}

/** `missing` names the other half. */
export interface FilePair<F> {
  readonly file: F | null
  readonly facts: F | null
  readonly missing: string | null
}

/**
 * Pairs by the name that facts state, or by that of the facts file, as in an unpacked pack. Ignores the numbers of browser copies. Of
 * several candidates, takes the one with the stated size or the same number. If one of each is left over, they are a pair: the checks tell.
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

/** Removes the number of a browser copy: "X (1).csv" and "X.csv.facts (1).json". */
export function unnumbered(name: string): string {
  return name.replace(copyNumber, '')
}

const copyNumber = / ?\(\d{1,4}\)(?=\.[^.()]+$)/

interface Looked<F> {
  readonly file: F
  readonly kind: 'facts' | 'text' | 'zip'
  /** `stated` and `bytes` are what the facts state; `after` is the name of the facts file without its ending. */
  readonly stated: string
  readonly bytes: number | null
  readonly after: string
}

/** Facts begin with an object, and no export does, whatever the name. */
async function lookInto<F extends NamedFile>(file: F): Promise<Looked<F>> {
  const after = unnumbered(file.name).replace(/\.facts\.json$/i, '')
  const unknown = { file, stated: after, bytes: null, after }
  // An unreadable file is reported when it is opened.
  const beginning = await file.blob
    .slice(0, 4)
    .text()
    .catch(() => '')
  if (beginning.startsWith('PK')) return { ...unknown, kind: 'zip' }
  if (!beginning.startsWith('{')) return { ...unknown, kind: 'text' }
  const facts = await factsIn(file.blob).catch(() => null)
  return { ...unknown, kind: 'facts', ...(facts && { stated: facts.file.name, bytes: facts.file.bytes }) }
}

/** 0 if the names do not match. */
function likeness(file: NamedFile, { file: { name }, stated, after, bytes }: Looked<NamedFile>): number {
  const isCalled = (called: string) => file.name === called || unnumbered(file.name) === called
  if (!isCalled(stated) && !isCalled(after)) return 0
  const isSameCopy = copyNumber.exec(file.name)?.[0] === copyNumber.exec(name)?.[0]
  return 1 + Number(isCalled(stated)) * 4 + Number(file.blob.size === bytes) * 2 + Number(isSameCopy)
}
