/**
 * `about.json`: what a gateway signs of the files that it made. Everything is as the gateway understood it, and not as it was asked. Times are
 * ISO 8601 UTC, by the gateway's clock.
 */
import * as z from 'zod/mini'

/** The entries of a ZIP that are not files of their own. */
export const ownEntries = { readme: 'README.txt', about: 'about.json', signature: 'signature.jws' } as const

const texts = z.readonly(z.array(z.string()))
const instant = z.iso.datetime()

const madeBy = z.union([
  z.strictObject({ person: z.string(), id: z.string() }),
  /** Fingerprint of a key that was typed, or that the gateway is set up with. */
  z.strictObject({ key: z.string() }),
])

const period = z.strictObject({
  /** Null where it has no beginning or end. `before` is not in it. */
  from: z.nullable(instant),
  before: z.nullable(instant),
  /** IANA name of the zone that its days are of. */
  zone: z.string(),
})

const subject = z.strictObject({
  kind: z.enum(['list', 'report', 'pack']),
  name: z.string(),
  period: z.nullable(period),
  /** Null for all of them. */
  vaults: z.nullable(z.readonly(z.array(z.strictObject({ id: z.string(), name: z.string() })))),
  /** Everything else that shaped it: the filter of a list, the parameters of a report, the parts of a pack. */
  parameters: z.record(z.string(), texts),
  sort: z.nullable(z.string()),
  /** Null for all of them. */
  columns: z.nullable(texts),
})

const signedFile = z.strictObject({
  name: z.string(),
  bytes: z.int().check(z.minimum(0)),
  /** In hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

const about = z.strictObject({
  format: z.literal(1),
  gateway: z.strictObject({ name: z.string(), version: z.string() }),
  /** Its address; for an embedded one, its installation. */
  service: z.string(),
  /** What the operator or the identity provider calls it. */
  account: z.nullable(z.string()),
  /** An id that somebody typed: the service may have ignored it. */
  account_typed: z.nullable(z.string()),
  made_by: madeBy,
  made_at: instant,
  /** When the latest reading that it rests on began. */
  as_of: instant,
  /** When the last reading of everything began. */
  read_whole: z.nullable(instant),
  complete: z.boolean(),
  /** Why it is not complete, in sentences. */
  reasons: texts,
  what: subject,
  /** What its maker typed, such as a reference or an addressee. */
  stated: z.record(z.string(), z.string()),
  files: z.readonly(z.array(signedFile)),
})

export type About = z.infer<typeof about>
export type SignedFile = z.infer<typeof signedFile>
export type Subject = z.infer<typeof subject>
/** What is said of files before they are written. */
export type AboutFiles = Omit<About, 'files' | 'format'>

/** Members in the order of their names, without spaces: one content has one text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** Null for any other text than `canonicalJson` writes of one: with a member twice, programs may read different things in it. */
export function readAbout(text: string): About | null {
  try {
    const read = about.parse(JSON.parse(text))
    return canonicalJson(read) === text ? read : null
  } catch {
    return null
  }
}
