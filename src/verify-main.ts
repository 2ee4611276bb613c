/**
 * `npm run verify -- FILE [FACTS]`: checks an export without the console and without a network. Ends with 0 where everything is as
 * its facts say, else with 1.
 */
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { factsFileName } from './export/facts.ts'
import { factsFound, openExport } from './export/open-export.ts'
import { pairFiles, unnumbered } from './export/pair-files.ts'
import { UnreadableFile } from './export/unreadable-file.ts'
import { isVerified, verifyExport } from './export/verify.ts'
import { verificationText } from './export/verify-text.ts'

const usage =
  'Usage: npm run verify -- FILE [FACTS]\nFACTS is the file called as FILE with .facts.json behind it; beside FILE it is found by itself, also as a numbered copy.'

process.exitCode = await run(process.argv.slice(2))

async function run([file, facts, ...others]: readonly string[]): Promise<number> {
  if (file === undefined || others.length > 0) return failed(usage)
  try {
    const path = fromHere(file)
    const blob = await blobOf(path)
    const beside =
      facts === undefined ? await factsFound(blob, await besides(path, blob)) : await blobOf(fromHere(facts))
    const opened = await openExport(blob, basename(path), beside)
    const checks = await verifyExport(opened, { signal: new AbortController().signal })
    process.stdout.write(verificationText(opened, checks))
    return isVerified(checks) ? 0 : 1
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
    // Beside a file that was taken away or locked meanwhile, nothing here fails by itself.
    if (error instanceof DOMException) return failed(`${file} could not be read to its end.`)
    throw error
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
    if (!(await stat(path)).isFile()) throw new UnreadableFile(`${path} is no file. ${usage}`)
    return await openAsBlob(path)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`${path} cannot be read.`)
  }
}
