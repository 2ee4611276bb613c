import { type ExportFacts, inOrder } from './facts.ts'

/**
 * What a facts file holds beside the facts that were read from it, in sentences: fields that no facts have, and fields that stand
 * twice, of which people read the first and programs the last. How it is laid out does not matter.
 */
export function oddSpelling(text: string, facts: ExportFacts): readonly string[] {
  if (text.replace(space, '$1') === JSON.stringify(inOrder(facts))) return []
  const unknown = unknownFields(JSON.parse(text), facts, '')
  if (unknown.length > 0) return [`They hold what no facts have: ${unknown.slice(0, 3).join(', ')}.`]
  return ['They are not spelled as this console writes them: a field stands twice, or in another place.']
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
