/** The command that checks an export or an audit pack, without the console or a network. */
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { publicKeys, publicKeysPath } from '../contract/signing.ts'
import { factsFound } from '../features/verify/export-file.ts'
import { pairFiles, unnumbered } from '../features/verify/file-pairs.ts'
import { checkPack, isPack } from '../features/verify/pack-verdict.ts'
import type { TrustedKeys } from '../features/verify/signature.ts'
import { UnreadableFile } from '../features/verify/unreadable-file.ts'
import { checkExport, type Verdict } from '../features/verify/verdict.ts'
import { exportText, packText } from '../features/verify/verdict-text.ts'
import { type Outcome, commandWords as words } from '../features/verify/words.ts'
import { factsFileName } from '../files/facts.ts'

const usage = words.usage(publicKeysPath)

/** What the command prints, and the code with which it ends. */
export interface CommandResult {
  readonly text: string
  readonly exitCode: number
}

/** Checks the file that the arguments name. `locate` finds a path from where the reader is. */
export async function runVerifyCommand(
  given: readonly string[],
  locate: (path: string) => string,
): Promise<CommandResult> {
  try {
    const { file, facts, keys } = named(given)
    const path = locate(file)
    const blob = await blobOf(path)
    const chosen = { name: basename(path), blob }
    const trusted = keys === undefined ? words.noKeys(publicKeysPath) : await keysIn(locate(keys))
    const options = { signal: new AbortController().signal, keys: trusted }
    if (facts === undefined && (await isPack(chosen))) {
      const pack = await checkPack(chosen, options)
      return { text: packText(pack), exitCode: exitCodeOf(pack, trusted) }
    }
    const beside =
      facts === undefined ? await factsFound(blob, await besides(path, blob)) : await blobOf(locate(facts))
    const verdict = await checkExport(chosen, beside, options)
    return { text: exportText(verdict), exitCode: exitCodeOf(verdict, trusted) }
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
    // A file that is removed or locked while it is read fails with this.
    if (error instanceof DOMException) return failed(words.notToItsEnd)
    throw error
  }
}

/** With keys, nothing is right that none of them signed. */
function exitCodeOf({ outcome, voucher }: Verdict, keys: TrustedKeys): number {
  return typeof keys !== 'string' && voucher.state !== 'known' ? 1 : exitCodes[outcome]
}

const exitCodes: Readonly<Record<Outcome, number>> = { complete: 0, incomplete: 2, resaved: 1, wrong: 1 }

function failed(sentence: string): CommandResult {
  return { text: `${sentence}\n`, exitCode: 1 }
}

/** What the arguments name. */
function named(given: readonly string[]) {
  const at = given.indexOf('--keys')
  const keys = at < 0 ? undefined : given[at + 1]
  const [file, facts, ...others] = at < 0 ? given : given.toSpliced(at, 2)
  if (file === undefined || others.length > 0 || (at >= 0 && keys === undefined))
    throw new UnreadableFile(usage)
  return { file, facts, keys }
}

async function keysIn(path: string): Promise<TrustedKeys> {
  const read = publicKeys.safeParse(parsed(await (await blobOf(path)).text()))
  if (!read.success) throw new UnreadableFile(words.keysInvalid(path))
  return read.data.keys
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The facts that lie beside a file, numbered copies included. */
async function besides(path: string, blob: Blob): Promise<Blob | null> {
  const name = basename(path)
  const wanted = factsFileName(unnumbered(name))
  const names = (await readdir(dirname(path))).filter((each) => unnumbered(each) === wanted)
  const beside = names.slice(0, mostBeside).map(async (each) => {
    return { name: each, blob: await blobOf(join(dirname(path), each)) }
  })
  const pairs = await pairFiles([{ name, blob }, ...(await Promise.all(beside))])
  return pairs.find(({ file }) => file?.name === name)?.facts?.blob ?? null
}

const mostBeside = 100

async function blobOf(path: string): Promise<Blob> {
  try {
    if (!(await stat(path)).isFile()) throw new UnreadableFile(words.notAFile(path, usage))
    return await openAsBlob(path)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(words.cannotBeRead(path))
  }
}
