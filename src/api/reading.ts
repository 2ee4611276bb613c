/** Reads received objects by the contract's schemas, tolerantly: nothing that was sent is lost, nothing missing is made up. */

/** A field that the service sent beside the specification: its path within the record, and its value as text. */
export interface OtherField {
  readonly path: string
  readonly value: string
}

interface AnySchema {
  readonly shape: Readonly<
    Record<string, { readonly _zod: { readonly def: { readonly type: string }; output: unknown } }>
  >
}

/** The fields of a schema that hold text. */
type TextKeys<S extends AnySchema> = {
  [K in keyof S['shape']]: S['shape'][K]['_zod']['output'] extends string ? K : never
}[keyof S['shape']] &
  string

/** The text fields of a contract record as the console holds them: null where the service sent none. */
export type Texts<S extends AnySchema> = { readonly [K in TextKeys<S>]: string | null }

/** What was read of one object. */
export interface Reading<S extends AnySchema> {
  readonly texts: Texts<S>
  /** A field that holds an object or an array, as it came; undefined where there is none. */
  nested(name: Exclude<keyof S['shape'] & string, TextKeys<S>>): unknown
  /** Everything that the schema (and the aliases) does not name. */
  readonly others: readonly OtherField[]
}

/**
 * Reads `received` by `schema`. `aliases` gives, for a field, another name under which services send it. What is no
 * object at all reads as a record without fields, and is kept whole among the others.
 */
export function read<S extends AnySchema>(
  schema: S,
  received: unknown,
  { prefix = '', aliases = {} }: { prefix?: string; aliases?: Readonly<Record<string, string>> } = {},
): Reading<S> {
  const fields = asFields(received)
  const texts: Record<string, string | null> = {}
  const used = new Set<string>()
  for (const [name, field] of Object.entries(schema.shape)) {
    const { type } = field._zod.def
    if (type === 'object' || type === 'array') {
      used.add(name)
      continue
    }
    const alias = aliases[name]
    const from =
      alias !== undefined && isMissing(fields?.[name]) && !isMissing(fields?.[alias]) ? alias : name
    used.add(from)
    texts[name] = asText(fields?.[from])
  }
  const others = fields
    ? Object.entries(fields).filter(([name]) => !used.has(name))
    : isMissing(received)
      ? []
      : [['value', received] as const]
  return {
    // Every text field of the shape was set above; TypeScript cannot follow the loop.
    texts: texts as Texts<S>,
    nested: (name) => fields?.[name],
    others: others.map(([name, value]) => ({ path: prefix + name, value: asText(value) ?? 'null' })),
  }
}

/** The items of a list that may come as an array, as one bare object, or not at all. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMissing(value) ? [] : [value]
}

/** The fields of an object; null for anything else. */
export function asFields(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

/** A value as text: strings as they are, everything else as JSON; null where there is none. */
export function asText(value: unknown): string | null {
  if (isMissing(value)) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}
