import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PublicKey, publicKeys, publicKeysPath } from '../contract/attestation.ts'
import { isEvidence } from '../features/evidence/index.ts'
import { type NamedFile, pairFiles, unnumbered } from '../features/verify/facts-file.ts'
import {
  checkFile,
  type PackPart,
  type PackVerdict,
  packStatements,
} from '../features/verify/pack-verdict.ts'
import { caveatOf, serviceText } from '../features/verify/signature.ts'
import {
  type Comparison,
  comparisonLabels,
  type ExportVerdict,
  type Figure,
  isDifferent,
  type Outcome,
} from '../features/verify/verdict.ts'
import { factsFileName } from '../files/facts.ts'
import { UnreadableFile } from '../files/text-units.ts'
import { evidenceResult } from './evidence-result.ts'

const usage = [
  'Usage: npm run verify -- FILE [FACTS] [--keys KEYS]',
  'Of a ZIP file with evidence: npm run verify -- FILE --keys KEYS [--service ADDRESS] [--account ID] [--challenge TEXT] [--as-of-after TIME]',
  'FACTS: the verification file, named like FILE with .facts.json added. It is found automatically if it is next to FILE, also as a numbered copy.',
  `KEYS: the public keys of the console that wrote the file, from ${publicKeysPath}. With them, exit status 0 means that one of them signed it.`,
]

interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** `locate` resolves a path from where the command was called. */
export async function runVerifyCommand(
  given: readonly string[],
  locate: (path: string) => string,
): Promise<CommandResult> {
  const { positionals, values } = readArguments(given)
  const [path, factsPath, ...others] = positionals
  const { keys: keysPath, ...expected } = values
  if (path === undefined || others.length > 0) return failed(...usage)
  try {
    const file = await namedFile(locate(path))
    const facts =
      factsPath === undefined ? await factsBeside(locate(path), file) : await blobOf(locate(factsPath))
    const keys =
      keysPath === undefined
        ? `No keys were given. Pass those of the console, from ${publicKeysPath}, with --keys.`
        : await keysIn(locate(keysPath))
    const options = { signal: new AbortController().signal, keys }
    if (factsPath === undefined && (await isEvidence(file.blob))) {
      if (typeof keys === 'string') return failed(keys)
      return await evidenceResult(file.blob, keys, expected, options.signal)
    }
    const verdict = await checkFile(file, facts, options)
    if (verdict.kind === 'unchecked') return failed(verdict.sentence)
    // With keys, an unsigned file is wrong.
    const isUnsigned = keysPath !== undefined && verdict.voucher.state !== 'known'
    return { lines: verdictLines(verdict), exitCode: isUnsigned ? 1 : exitCodes[verdict.outcome] }
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
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

const exitCodes: Readonly<Record<Outcome, number>> = { complete: 0, incomplete: 2, wrong: 1 }

function failed(...lines: readonly string[]): CommandResult {
  return { lines, exitCode: 1 }
}

/** Throws `UnreadableFile`. */
export async function keysIn(path: string): Promise<readonly PublicKey[]> {
  const text = await (await blobOf(path)).text()
  try {
    return publicKeys.parse(JSON.parse(text)).keys
  } catch {
    throw new UnreadableFile(`${path} does not hold the public keys of a console.`)
  }
}

/** Also finds numbered copies. */
async function factsBeside(path: string, { name, blob }: NamedFile): Promise<Blob | null> {
  const wanted = factsFileName(unnumbered(name))
  const names = (await readdir(dirname(path))).filter((each) => unnumbered(each) === wanted)
  const beside = names.slice(0, mostBeside).map((each) => namedFile(join(dirname(path), each)))
  const pairs = await pairFiles([{ name, blob }, ...(await Promise.all(beside))])
  return pairs.find(({ file }) => file?.name === name)?.facts?.blob ?? null
}

const mostBeside = 100

export async function namedFile(path: string): Promise<NamedFile> {
  return { name: basename(path), blob: await blobOf(path) }
}

async function blobOf(path: string): Promise<Blob> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new UnreadableFile(`${path} cannot be read.`)
  if (!found.isFile()) throw new UnreadableFile(`${path} is not a file.`)
  return openAsBlob(path)
}

export function verdictLines(verdict: ExportVerdict | PackVerdict): readonly string[] {
  const { headline, sha256, factsSha256, voucher } = verdict
  return [
    headline,
    '',
    ...(verdict.kind === 'export' ? exportLines(verdict) : packLines(verdict)),
    '',
    headline,
    `SHA-256 of the ${verdict.kind === 'export' ? 'file: ' : 'pack: '} ${sha256}`,
    `SHA-256 of the facts: ${factsSha256}`,
    caveatOf(voucher),
  ]
}

function exportLines({ facts, comparisons, figures }: ExportVerdict): readonly string[] {
  const { list, asked, service, begun, ended, application, reasons, remarks } = facts
  const filter = Object.entries(asked.parameters).map(([name, value]) => `${name}=${value}`)
  const wrong = figures.filter(isDifferent)
  return [
    `Export of ${list}: GET ${asked.endpoint}${filter.length > 0 ? `?${filter.join('&')}` : ''}`,
    `from ${serviceText(service)}`,
    `read from ${begun} to ${ended}, written by ${application.name} ${application.version}`,
    ...reasons.map((reason) => `not complete: ${reason}`),
    ...remarks.map((remark) => `note: ${remark}`),
    '',
    ...comparisons.flatMap(comparisonLines),
    ...wrong.slice(0, mostFigures).map(figureLine),
    ...(wrong.length > mostFigures ? [`      and ${wrong.length - mostFigures} more`] : []),
  ]
}

const mostFigures = 20

const marks = { true: 'pass', false: 'FAIL', null: '–   ' } as const

function comparisonLines({ name, stated, found, agrees }: Comparison): readonly string[] {
  return [
    `${marks[`${agrees}`]}  ${comparisonLabels[name]}`,
    `      expected ${stated}`,
    ...(stated === found ? [] : [`      found    ${found}`]),
  ]
}

function figureLine({ of, what, stated, found }: Figure): string {
  return `      ${of || 'all'}: ${what} ${stated ?? 'none'}, found ${found ?? 'none'}`
}

function packLines({ manifest, faults, parts }: PackVerdict): readonly string[] {
  const { service: address, account, begun, ended } = manifest
  return [
    `from ${serviceText({ address, account })}`,
    `read from ${begun} to ${ended}`,
    ...packStatements(manifest).map((statement) => `says: ${statement}`),
    '',
    ...faults.map((fault) => `${marks.false}  ${fault}`),
    ...parts.flatMap(partLines),
    '',
    'Lines that begin with “says” are what the pack says about itself. The checks show that it has not changed since, not that it was true.',
  ]
}

function partLines({ name, faults, verdict }: PackPart): readonly string[] {
  if (faults.length > 0) return [`${marks.false}  ${name}`, ...faults.map((fault) => `      ${fault}`)]
  const isWhole = verdict === null || verdict.outcome === 'complete'
  return [isWhole ? `${marks.true}  ${name}` : `part  ${name}: ${verdict.state}`]
}
