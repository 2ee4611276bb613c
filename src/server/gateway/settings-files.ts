/** Settings that name a file: certificates, a key, and the accounts that people may read with. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { readBy } from '../settings.ts'

/** What is sent in a header. */
export const headerValue = z
  .string()
  .check(z.trim(), z.regex(/^[\x20-\x7e]+$/, { error: 'must be printable ASCII, as a header value is' }))

/** A file of one or more certificates, as PEM; what is in it. */
export const certificates = readBy((path) => {
  const pem = contentOf(path)
  // Each is looked at: TLS passes over what it cannot read, and the service would be called untrusted for it.
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g) ?? ['']
  return usable(() => found.map((each) => new X509Certificate(each)) && pem, 'must hold certificates as PEM')
})

/** A file with a private key, as PEM; what is in it. */
export const privateKey = readBy((path) => {
  const pem = contentOf(path)
  return usable(() => createPrivateKey(pem) && pem, 'must hold a private key as PEM, without a passphrase')
})

/** Whether a private key is that of a certificate; of several, the first, which is the owner's. */
export function belongTogether(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
}

/** An account of the custody service, with the key that it is read with, and the groups whose people may. */
export interface Account {
  /** As people read it; no two accounts have the same. */
  readonly name: string
  readonly groups: readonly string[]
  readonly apiKey: string
  readonly accountId: string | null
}

/** Says which account breaks a rule, and nothing of its values: keys are among them. */
const rule = (words: string) => ({
  error: ({ path }: { readonly path?: readonly PropertyKey[] | undefined }) =>
    `account ${Number(path?.[1]) + 1} ${words}`,
})

const needsName = rule('needs a name of at most 80 characters')
const needsGroups = rule('needs groups, a list of at least one name')
const needsKey = rule('needs an apiKey of printable ASCII')
const wrongId = rule('has an accountId that is not printable ASCII')
const needsFields = rule('must be an object with name, groups, apiKey and accountId')
const unknownField = rule('has a field other than name, groups, apiKey and accountId')

const accountsFile = z
  .array(
    z.strictObject(
      {
        name: z.string(needsName).check(z.trim(), z.minLength(1, needsName), z.maxLength(80, needsName)),
        groups: z
          .array(z.string(needsGroups).check(z.minLength(1, needsGroups)), needsGroups)
          .check(z.minLength(1, needsGroups)),
        apiKey: z.string(needsKey).check(z.trim(), z.regex(/^[\x20-\x7e]+$/, needsKey)),
        accountId: z.optional(z.string(wrongId).check(z.trim(), z.regex(/^[\x20-\x7e]+$/, wrongId))),
      },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownField : needsFields).error(issue) },
    ),
    { error: 'must hold a list of accounts' },
  )
  .check(z.minLength(1, { error: 'must hold at least one account' }))

/** The accounts in a file of JSON. */
export const accounts = z.pipe(
  z.pipe(
    readBy((path): unknown => {
      const text = contentOf(path)
      return usable(() => JSON.parse(text), 'must hold JSON')
    }),
    accountsFile,
  ),
  z.transform((read, context): readonly Account[] => {
    const taken = new Set<string>()
    return read.map(({ accountId = null, ...account }, index) => {
      // Exports are signed, and the audit log written, with the account's id, or its name where it has none.
      const names = accountId === null ? [account.name] : [account.name, accountId]
      if (names.some((each) => taken.has(each)))
        context.issues.push({
          code: 'custom',
          input: read,
          message: `account ${index + 1} has a name or an accountId that an earlier one has`,
        })
      for (const each of names) taken.add(each)
      return { ...account, accountId }
    })
  }),
)

function contentOf(path: string): string {
  try {
    return readFileSync(path.trim(), 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Error(code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`)
  }
}

/** What `read` gives; for all that it throws, one sentence of ours. */
function usable<Value>(read: () => Value, problem: string): Value {
  try {
    return read()
  } catch {
    throw new Error(problem)
  }
}
