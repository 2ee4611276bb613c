/** `npm run open -- PACK.zip [--keys KEYS] [--anyway]`: serves an audit pack. `--anyway` also opens one that does not match its manifest. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { publicKeysPath } from '../contract/attestation.ts'
import { apiPrefix } from '../contract/session.ts'
import { openPack } from '../features/verify/pack-verdict.ts'
import { builtConsole } from '../server/gateway/console-files.ts'
import { failWith, giveUp, listenAt, pathFromReader, printLines, stopOnSignal } from '../server/program.ts'
import { createPackServer } from './pack-server.ts'
import { keysIn, namedFile } from './verify-command.ts'

const name = 'Custody Console'
const usage = [
  'Usage: npm run open -- PACK.zip [--keys KEYS] [--anyway]',
  `KEYS: the public keys of the console that made the pack, from ${publicKeysPath}.`,
]

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, anyway: { type: 'boolean', default: false } },
  })
  const [given, ...others] = positionals
  if (given === undefined || others.length > 0) failWith(usage)
  const path = pathFromReader(given)
  const keys = values.keys === undefined ? [] : await keysIn(pathFromReader(values.keys))
  const { signal } = new AbortController()
  const { books, about } = await openPack(await namedFile(path), { keys, signal })
  if (about.faults.length > 0 && !values.anyway)
    failWith([...about.faults, 'To open these books anyway, add --anyway.'])
  const console = await builtConsole(fileURLToPath(new URL('../console/', import.meta.url)))
  const app = await createPackServer({ path, books, keys }, console)
  stopOnSignal(name, () => app.close())
  const address = await listenAt(app, '127.0.0.1', Number(process.env.PORT ?? 0))
  const signed = about.signed
    ? `signed on ${about.signed.at} by key ${about.signed.key}`
    : 'not signed by a known key'
  printLines([
    ...about.faults,
    `${basename(path)}, as of ${about.asOf}, ${signed}.`,
    `Open it at ${address}/verify?pack=${encodeURIComponent(basename(path))}`,
    `Programs read it at ${address}${apiPrefix}, as the read API. Stop with Ctrl+C.`,
  ])
} catch (error) {
  giveUp(name, error)
}
