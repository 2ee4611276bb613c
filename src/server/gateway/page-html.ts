/** The console's one HTML page, with what the browser would otherwise learn of only later, one thing after another. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type SessionState, sessionElementId } from '../../contract/session.ts'
import { consolePages, pageAt } from './console-pages.ts'

/** Makes the page for an address, in a session where there is one. */
export type PageHtml = (address: string, session: SessionState | undefined) => string

/**
 * Reads what the build wrote. Throws where it has no file for a page.
 *
 * A page names its scripts and styles beside those of the entry, holds the session, and asks for its first rows. Without a session there is
 * none of the latter two, since nobody may be signed in, or the browser may have kept the cookie back, as it does when a link on another
 * site leads here: then the console asks.
 */
export async function readPageHtml(directory: string): Promise<PageHtml> {
  const template = await readFile(join(directory, 'index.html'), 'utf8')
  const manifest = manifestFile.parse(
    JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8')),
  )
  const files = new Map(consolePages.map(({ module }) => [module, filesOf(manifest, module)]))
  const end = template.indexOf('</head>')
  const [head, rest] = [template.slice(0, end), template.slice(end)]
  return (address, session) => {
    const at = pageAt(address)
    const rows = session && at?.first ? rowsOf(at.first) : ''
    return (
      head + rows + ((at && files.get(at.page.module)) ?? '') + (session ? sessionOf(session) : '') + rest
    )
  }
}

const manifestFile = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

/** The files that a module needs at once beside those of the entry. */
function filesOf(manifest: z.infer<typeof manifestFile>, module: string): string {
  const there = reached(manifest, 'index.html')
  const chunks = [...reached(manifest, module)].filter((key) => !there.has(key)).map((key) => manifest[key])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk?.file}">`),
  ].join('')
}

/** A module and all that it imports at once, in the order in which they run. */
function reached(manifest: z.infer<typeof manifestFile>, module: string, seen = new Set<string>()) {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`the console has no ${module}; run npm run build`)
  for (const each of chunk.imports ?? []) if (!seen.has(each)) reached(manifest, each, seen)
  return seen.add(module)
}

/** A request that a script takes over: see `takeOverFirstRequest`. */
function rowsOf(request: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${request.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`
}

/** Data, which no browser runs. */
function sessionOf(state: SessionState): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${sessionElementId}">${json}</script>`
}
