/**
 * `npm run verify -- FILE [FACTS]`: checks an export without the console and without a network. Ends with 0 where everything is as
 * its facts say, else with 1.
 */
import { openAsBlob } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { factsFileName } from './export/facts.ts'
import { factsFound, openExport } from './export/open-export.ts'
import { UnreadableFile } from './export/unreadable-file.ts'
import { isVerified, verifyExport } from './export/verify.ts'
import { verificationText } from './export/verify-text.ts'

const usage =
  'Usage: npm run verify -- FILE [FACTS]\nFACTS is the file called as FILE with .facts.json behind it; beside FILE it is found by itself.'

process.exitCode = await run(process.argv.slice(2))

async function run([file, facts, ...others]: readonly string[]): Promise<number> {
  if (file === undefined || others.length > 0) return failed(usage)
  try {
    const path = fromHere(file)
    const blob = await blobOf(path)
    const beside =
      facts === undefined ? await factsFound(blob, await besides(path)) : await blobOf(fromHere(facts))
    const opened = await openExport(blob, basename(path), beside)
    const checks = await verifyExport(opened, { signal: new AbortController().signal })
    process.stdout.write(verificationText(opened, checks))
    return isVerified(checks) ? 0 : 1
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
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

async function besides(path: string): Promise<Blob | null> {
  const facts = join(dirname(path), factsFileName(basename(path)))
  return access(facts).then(
    () => blobOf(facts),
    () => null,
  )
}

async function blobOf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch {
    throw new UnreadableFile(`${path} cannot be read.`)
  }
}
