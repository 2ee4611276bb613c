import * as z from 'zod/mini'
import { errorText } from './http.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings, or a line for each problem: the variable's name and the reason, never its value. */
export type ReadSettings<Settings> =
  | { readonly settings: Settings; readonly problems: readonly [] }
  | { readonly settings?: never; readonly problems: readonly string[] }

/** The schema's keys are the variables' names. An empty variable counts as not set. */
export function readSettings<Settings>(
  schema: z.ZodMiniType<Settings>,
  environment: Environment,
): ReadSettings<Settings> {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const read = schema.safeParse(Object.fromEntries(given))
  if (read.success) return { settings: read.data, problems: [] }
  const problems = read.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
  return { problems: [...new Set(problems)] }
}

export function wholeNumber(min: number, max: number, fallback: number) {
  return z._default(givenNumber(min, max), fallback)
}

export function givenNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    z.string({ error }).check(z.regex(/^\d{1,15}$/, { error, abort: true })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(min, { error }), z.maximum(max, { error })),
    ),
  )
}

export const port = (fallback: number) => wholeNumber(0, 65_535, fallback)

export const optionalPort = z.optional(givenNumber(0, 65_535))

export function word<const Word extends string>(words: readonly Word[], fallback: Word) {
  return z._default(z.enum(words, { error: `must be one of ${words.join(', ')}` }), fallback)
}

/** Transforms a text with `read`, whose error says what is wrong. It must not repeat the text, which may be a secret. */
export function readBy<Value>(read: (text: string) => Value) {
  return z.pipe(
    z.string(),
    z.transform((input: string, context) => {
      try {
        return read(input)
      } catch (error) {
        context.issues.push({ code: 'custom', input, message: errorText(error) })
        return z.NEVER
      }
    }),
  )
}

export function partsOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export const text = (fallback: string) => z._default(z.string(), fallback)

export const databaseUrl = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\//, { error: 'must be an address such as postgresql://user@host/database' }),
  )

export const logLevel = word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info')
