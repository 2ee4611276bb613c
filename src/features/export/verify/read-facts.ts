/** Reads facts from a file, and tells what in it is no part of them. */
import { type ExportFacts, exportFacts, inOrder } from '../facts.ts'
import { factsWords } from './check-words.ts'
import { mostFactsBytes, UnreadableFile } from './file-faults.ts'

/** The text and the facts of a file of them. Throws `UnreadableFile` where it has none. */
export async function factsIn(file: Blob): Promise<{ readonly facts: ExportFacts; readonly text: string }> {
  if (file.size > mostFactsBytes) throw new UnreadableFile(factsWords.tooLarge)
  const text = await file.text()
  return { facts: readFacts(text), text }
}

/** Reads the text of a facts file. Throws `UnreadableFile` where it is none. */
export function readFacts(text: string): ExportFacts {
  const facts = exportFacts.safeParse(parsed(text))
  if (facts.success) return facts.data
  const [issue] = facts.error.issues
  throw new UnreadableFile(factsWords.noFacts(issue?.path.join('.') ?? ''))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(factsWords.noJson)
  }
}

/**
 * What a facts file holds beside the facts that were read from it, in sentences: fields that no facts have, and fields that stand
 * twice, of which people read the first and programs the last. How it is laid out does not matter.
 */
export function factsOddities(text: string, facts: ExportFacts): readonly string[] {
  if (text.replace(space, '$1') === JSON.stringify(inOrder(facts))) return []
  const unknown = unknownFields(JSON.parse(text), facts, '')
  if (unknown.length > 0) return [factsWords.unknownFields(unknown.slice(0, 3))]
  return [factsWords.otherOrder]
}

/** Strings, which are kept, or else what may stand between the parts of JSON. */
const space = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

function unknownFields(received: unknown, known: unknown, path: string): readonly string[] {
  if (typeof received !== 'object' || received === null) return []
  if (typeof known !== 'object' || known === null) return []
  const fields = new Map<string, unknown>(Object.entries(known))
  return Object.entries(received).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`
    return fields.has(name) ? unknownFields(value, fields.get(name), here) : [here]
  })
}
