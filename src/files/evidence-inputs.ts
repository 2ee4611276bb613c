/** What the maker of evidence added to what the service said: `inputs.json`. It is there only where something was added. */
import * as z from 'zod/mini'
import { counted } from '../contract/count-text.ts'

const word = z.string().check(z.minLength(1), z.maxLength(500))
const words = z.string().check(z.maxLength(5000))
const some = <Item extends z.ZodMiniType>(item: Item) =>
  z.optional(z.readonly(z.array(item).check(z.minLength(1), z.maxLength(100_000))))

/** An `AcceptedFinding`. */
const acceptedFinding = z.strictObject({
  finding: word,
  by: word,
  at: word,
  reason: words,
  subject: z.optional(word),
  facts: z.optional(z.record(word, words)),
})

const evidenceInputs = z.strictObject({
  /** Of one unit, as decimal text, on a day. */
  prices: z.optional(
    z.strictObject({
      source: z.strictObject({ name: word, sha256: word }),
      rows: z.readonly(z.array(z.strictObject({ date: word, asset_id: word, currency: word, price: word }))),
    }),
  ),
  /** Findings of the review that somebody looked into. */
  accepted: some(acceptedFinding),
  /** Names of vaults and addresses that the service does not have. */
  names: some(z.strictObject({ of: word, name: word })),
  /** By which a sample was drawn. */
  seed: z.optional(word),
})

export type EvidenceInputs = z.infer<typeof evidenceInputs>

export const inputsName = 'inputs.json'

/** In one order, whatever that of `inputs`; null where nothing was added. */
export function writeInputs(inputs: EvidenceInputs): string | null {
  const text = JSON.stringify(evidenceInputs.parse(inputs), null, 2)
  return text === '{}' ? null : `${text}\n`
}

/** Null for anything that `writeInputs` does not write. */
export function readInputs(text: string): EvidenceInputs | null {
  try {
    const inputs = evidenceInputs.parse(JSON.parse(text))
    return writeInputs(inputs) === text ? inputs : null
  } catch {
    return null
  }
}

/** The accepted findings of a file that somebody handed on, or of an `inputs.json`; null for any other text. */
export function readAccepted(text: string): NonNullable<EvidenceInputs['accepted']> | null {
  try {
    return evidenceInputs.parse(JSON.parse(text)).accepted ?? []
  } catch {
    return null
  }
}

export function inputTexts({ prices, accepted = [], names = [], seed }: EvidenceInputs): readonly string[] {
  return [
    prices && `${counted(prices.rows.length, 'price')} from ${prices.source.name}`,
    accepted.length > 0 && counted(accepted.length, 'accepted finding'),
    names.length > 0 && counted(names.length, 'name'),
    seed !== undefined && `the seed ${seed}`,
  ].filter((text) => typeof text === 'string')
}
