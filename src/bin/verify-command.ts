import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { counted } from '../contract/count-text.ts'
import { type PublicKey, publicKeys, publicKeysPath } from '../contract/public-keys.ts'
import { checkEvidence, type EvidenceVerdict } from '../features/evidence/check.ts'
import { inputTexts } from '../files/evidence-inputs.ts'
import { isInstant } from '../journal/check-journal.ts'

const usage = [
  'Usage: npm run verify -- FILE.zip --keys KEYS [--service ADDRESS] [--account ID] [--challenge TEXT] [--as-of-after TIME]',
  `KEYS: the public keys of the console that made the file, from ${publicKeysPath}. Take them from where you already trust them.`,
  'Exit status 0: genuine and complete. 2: genuine, but not proved complete. 1: anything else.',
]

interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: number
}

class CommandFault extends Error {}

/** `locate` resolves a path from where the command was called. */
export async function runVerifyCommand(
  given: readonly string[],
  locate: (path: string) => string,
): Promise<CommandResult> {
  const { positionals, values } = readArguments(given)
  const [path, ...others] = positionals
  const { keys: keysPath, ...expected } = values
  if (path === undefined || others.length > 0 || keysPath === undefined) return failed(...usage)
  const after = expected['as-of-after']
  if (after !== undefined && !isInstant(after))
    return failed(`${after} is neither a date nor a time with its zone, such as 2026-11-26T14:00Z.`)
  try {
    const keys = await keysIn(locate(keysPath))
    const { signal } = new AbortController()
    return await evidenceResult(await blobOf(locate(path)), keys, expected, signal)
  } catch (error) {
    if (error instanceof CommandFault) return failed(error.message)
    throw error
  }
}

function readArguments(given: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { keys: text, service: text, account: text, challenge: text, 'as-of-after': text }
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true })
  } catch {
    return { positionals: [], values: {} }
  }
}

function failed(...lines: readonly string[]): CommandResult {
  return { lines, exitCode: 1 }
}

async function keysIn(path: string): Promise<readonly PublicKey[]> {
  const text = await (await blobOf(path)).text()
  try {
    return publicKeys.parse(JSON.parse(text)).keys
  } catch {
    throw new CommandFault(`${path} does not hold the public keys of a console.`)
  }
}

async function blobOf(path: string): Promise<Blob> {
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new CommandFault(`${path} cannot be read.`)
  if (!stats.isFile()) throw new CommandFault(`${path} is not a file.`)
  return openAsBlob(path)
}

interface Expected {
  readonly service?: string | undefined
  readonly account?: string | undefined
  readonly challenge?: string | undefined
  readonly 'as-of-after'?: string | undefined
}

/** The exit code is 0 for genuine and complete, 2 for genuine alone, 1 for anything else. */
async function evidenceResult(
  zip: Blob,
  keys: readonly PublicKey[],
  { 'as-of-after': asOfAfter, ...expected }: Expected,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { verdict } = await checkEvidence(zip, keys, { ...expected, asOfAfter }, signal)
  const { faults, unexpected, missing } = verdict
  const isGenuine = faults.length === 0
  const isComplete = isGenuine && missing.length === 0
  const given = { ...expected, 'as of after': asOfAfter }
  return {
    lines: [
      ...(unexpected.length > 0 ? [`Not what you expect. ${unexpected.join(' ')}`] : []),
      isGenuine
        ? `Genuine: yes. Every answer was signed by a key that you gave, and every file follows from them.`
        : `Genuine: no. ${faults.join(' ')}`,
      isComplete
        ? 'Complete: yes. Nothing is missing by the console’s checks: it holds what the service listed for this key.'
        : isGenuine
          ? `Complete: not proved. ${missing.join(' ')}`
          : 'Complete: not judged.',
      '',
      ...stated(verdict),
      ...(['service', 'account', 'challenge', 'as of after'] as const).map((name) =>
        given[name] === undefined ? `Expected ${name}: not compared` : `Expected ${name}: ${given[name]}`,
      ),
      `SHA-256: ${verdict.sha256}`,
    ],
    exitCode: !isGenuine || unexpected.length > 0 ? 1 : isComplete ? 0 : 2,
  }
}

function stated({ statement, about, inputs, answers }: EvidenceVerdict): readonly string[] {
  const added = inputTexts(inputs)
  return [
    ...(about ? [`Shows: ${about.link}`] : []),
    ...(added.length > 0 ? [`Added by its maker (the maker’s word, not proved): ${added.join(', ')}`] : []),
    counted(answers, 'signed answer'),
    ...(statement
      ? [
          `As of: ${statement.asOf}, read until ${statement.until}`,
          `Service: ${statement.service}`,
          `Account: ${statement.account ?? 'none was named'}${statement.isAccountTyped ? ' (typed at sign-in: the service may have ignored it)' : ''}`,
          `Reader: ${statement.reader}`,
          `Keys: ${statement.keyIds.join(', ')}`,
          `Challenge: ${statement.challenge}`,
        ]
      : []),
  ]
}
