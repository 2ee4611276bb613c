import { open, readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type PublicKey, publicKeys, publicKeysPath } from '../contract/public-keys.ts'
import { checkEvidence } from '../evidence/check.ts'
import { type Expectation, expectationFault } from '../evidence/expectation.ts'
import { provedTexts } from '../evidence/readme.ts'
import { comparedSentence, recitalOf } from '../evidence/recital.ts'
import { nativeCheckTools } from '../server/gateway/signed-zip.ts'

const usage = [
  'Usage: npm run verify -- FILE [--keys KEYS] [--service ADDRESS] [--account NAME] [--period PERIOD] [--as-of-after TIME]',
  `FILE: a signed file or an audit pack, as the console made it. KEYS: the public keys of that console, from ${publicKeysPath}. Take them from where you already trust them. Without them, those of the gateway of this installation are taken.`,
  'PERIOD: 2026-10, 2026-10-12 or 2026-10-01/2026-12-31. TIME: a day of UTC, or a time with its zone.',
  'Exit status 0: genuine and complete. 2: genuine, but not complete. 1: anything else.',
]

interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: number
}

class CommandFault extends Error {}

/** `locate` resolves a path from where the command was called, `ownKeys` reads those of this installation. */
export async function runVerifyCommand(
  given: readonly string[],
  locate: (path: string) => string,
  ownKeys: () => Promise<readonly PublicKey[]>,
): Promise<CommandResult> {
  const { positionals, values } = readArguments(given)
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) return failed(...usage)
  const { keys: keysPath, 'as-of-after': asOfAfter, ...rest } = values
  const expected = { ...rest, asOfAfter }
  const fault = expectationFault(expected)
  if (fault !== null) return failed(fault)
  try {
    const keys = keysPath === undefined ? await ownKeys() : await keysIn(locate(keysPath))
    if (keys.length === 0)
      return failed('This installation has no keys of its own yet: name some with --keys.')
    return await verdictOnFile(locate(path), keys, expected)
  } catch (error) {
    if (error instanceof CommandFault) return failed(error.message)
    throw error
  }
}

function readArguments(given: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { keys: text, service: text, account: text, period: text, 'as-of-after': text }
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
  await requireFile(path)
  try {
    return publicKeys.parse(JSON.parse(await readFile(path, 'utf8'))).keys
  } catch {
    throw new CommandFault(`${path} does not hold the public keys of a console.`)
  }
}

async function requireFile(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new CommandFault(`${path} cannot be read.`)
  if (!stats.isFile()) throw new CommandFault(`${path} is not a file.`)
  return stats.size
}

/** The exit code is 0 for genuine and complete, 2 for genuine alone, 1 for anything else. */
async function verdictOnFile(
  path: string,
  keys: readonly PublicKey[],
  expected: Expectation,
): Promise<CommandResult> {
  const size = await requireFile(path)
  const file = await open(path)
  try {
    const read = async (from: number, before: number) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(before - from), 0, before - from, from)
      return buffer.subarray(0, bytesRead)
    }
    const { verdict } = await checkEvidence({ size, read }, keys, expected, nativeCheckTools)
    const { kind, headline, sentences } = verdict
    const recited = recitalOf(verdict).map(({ term, text }) => `${term}: ${text}`)
    return {
      lines: [
        `${headline}.`,
        ...sentences,
        ...(recited.length === 0 ? [] : [comparedSentence(expected), '', ...recited, '', ...provedTexts]),
      ],
      exitCode: kind === 'complete' ? 0 : kind === 'incomplete' ? 2 : 1,
    }
  } finally {
    await file.close()
  }
}
