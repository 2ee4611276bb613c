/** Reads the facts of an export from a file of them. */
import { type ExportFacts, exportFacts, inOrder } from '../../files/facts.ts'
import { mostFactsBytes, UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/** The facts in a file. Throws `UnreadableFile` where it has none. */
export async function factsIn(file: Blob): Promise<ExportFacts> {
  if (file.size > mostFactsBytes) throw new UnreadableFile(faults.largeFacts)
  return readFacts(await file.text())
}

/** The same, or null where it has none. */
export async function factsOrNull(file: Blob): Promise<ExportFacts | null> {
  return factsIn(file).catch(() => null)
}

/**
 * Reads the text of facts, however it is laid out. Throws `UnreadableFile` where it is none, and where it holds anything beside them: a
 * field that no facts have, or one that stands twice, of which people read the first and programs the last. No signature is of those.
 */
export function readFacts(text: string): ExportFacts {
  const facts = exportFacts.safeParse(parsed(text))
  if (!facts.success) throw new UnreadableFile(faults.noFacts(facts.error.issues[0]?.path.join('.') ?? ''))
  if (text.replace(space, '$1') !== JSON.stringify(inOrder(facts.data)))
    throw new UnreadableFile(faults.moreThanFacts)
  return facts.data
}

/** Strings, which are kept, or else what may stand between the parts of JSON. */
const space = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(faults.noJsonFacts)
  }
}
