/**
 * `npm run verify -- FILE [FACTS] [--keys KEYS]`: checks an export, or an audit pack, without the console or a network. Ends with 0 if it is as it was
 * written and complete, with 2 if it is as it was written and not proved complete, and with 1 otherwise.
 */
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { publicKeys, publicKeysPath } from '../contract/signing.ts'
import { factsFileName } from '../features/export/facts.ts'
import { checkPack, isPack } from '../features/export/verify/check-pack.ts'
import type { TrustedKeys } from '../features/export/verify/check-signature.ts'
import { commandWords as words } from '../features/export/verify/check-words.ts'
import { UnreadableFile } from '../features/export/verify/file-faults.ts'
import { factsFound } from '../features/export/verify/open-export.ts'
import { pairFiles, unnumbered } from '../features/export/verify/pair-files.ts'
import type { Outcome } from '../features/export/verify/verdict.ts'
import { checkExport } from '../features/export/verify/verify.ts'
import { packText, verificationText } from '../features/export/verify/verify-text.ts'

const usage = words.usage(publicKeysPath)

const exitCodes: Readonly<Record<Outcome, number>> = { complete: 0, incomplete: 2, resaved: 1, wrong: 1 }

process.exitCode = await run(process.argv.slice(2))

async function run(given: readonly string[]): Promise<number> {
  try {
    const { file, facts, keys } = named(given)
    const path = fromHere(file)
    const blob = await blobOf(path)
    const name = basename(path)
    const options = { signal: new AbortController().signal, keys: await keysIn(keys) }
    if (facts === undefined && (await isPack(name, blob))) {
      const pack = await checkPack({ name, blob }, options)
      process.stdout.write(packText(pack))
      return exitCodes[pack.outcome]
    }
    const beside =
      facts === undefined ? await factsFound(blob, await besides(path, blob)) : await blobOf(fromHere(facts))
    const checked = await checkExport({ name, blob }, beside, options)
    process.stdout.write(verificationText(checked))
    return exitCodes[checked.verdict.outcome]
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
    // Beside a file that was taken away or locked meanwhile, nothing here fails by itself.
    if (error instanceof DOMException) return failed(words.notToItsEnd)
    throw error
  }
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

async function keysIn(path: string | undefined): Promise<TrustedKeys> {
  if (path === undefined) return words.noKeys(publicKeysPath)
  const read = publicKeys.safeParse(parsed(await (await blobOf(fromHere(path))).text()))
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

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 1
}

/** npm starts programs in the folder of the package; what is named is meant from where the reader is. */
function fromHere(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
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
