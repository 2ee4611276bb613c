/** The built console: hashed files that never change, and one page for every address. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { decodedSegment } from '../../contract/endpoints.ts'
import { packAt } from '../../contract/packs.ts'
import { apiPrefix, type SessionState, sessionElementId } from '../../contract/session.ts'
import { firstReads, type PagePath, pages } from '../../url/pages.ts'
import { pathOf } from '../http.ts'
import type { ConsoleServer } from './context.ts'

export async function builtConsole(directory: string): Promise<ConsoleServer> {
  const pageHtml = await readPageHtml(directory)
  return {
    async addFiles(app: FastifyInstance) {
      await app.register(fastifyStatic, {
        root: directory,
        // Only files that exist at the start get a route, so that nobody can request another file of this disk.
        wildcard: false,
        index: false,
        globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = /[\\/]assets[\\/]/.test(path)
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    },
    async sendPage(request: FastifyRequest, reply: FastifyReply, session: SessionState | undefined) {
      // Not even for Back: the page holds a session, which may have ended.
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      return pageHtml(request.originalUrl, session, themeOf(request.headers.cookie))
    },
  }
}

/** The page has the reader's colours before scripts run. */
function themeOf(cookies = ''): string {
  const [, theme] = /(?:^|; )custody_theme=(light|dark)(?:;|$)/.exec(cookies) ?? []
  return theme === undefined ? '' : ` data-theme="${theme}"`
}

/** Throws where a page has no file. Without a session the console asks: browsers hold the cookie back on a link from another site. */
async function readPageHtml(
  directory: string,
): Promise<(address: string, session: SessionState | undefined, theme: string) => string> {
  const template = await readFile(join(directory, 'index.html'), 'utf8')
  const manifest = manifestFile.parse(
    JSON.parse(await readFile(join(directory, '.vite', 'manifest.json'), 'utf8')),
  )
  const files = new Map(consolePages.map(({ module }) => [module, filesOf(manifest, module)]))
  const end = template.indexOf('</head>')
  const [head, framed] = [template.slice(0, end), template.slice(end)]
  const unframed = framed.replace(/<!--frame-->.*<!--\/frame-->/s, '')
  return (address, session, theme) => {
    const page = pageAt(address)?.page
    const first = session ? firstTargetAt(address) : null
    const hasFrame = session !== undefined && page !== signIn
    return [
      head.replace('<html lang="en"', `$&${theme}`),
      first &&
        `<link rel="preload" as="fetch" crossorigin href="${first.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`,
      page && files.get(page.module),
      session &&
        `<script type="application/json" id="${sessionElementId}">${JSON.stringify(session).replaceAll('<', '\\u003c')}</script>`,
      hasFrame ? framed : unframed,
    ].join('')
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

function filesOf(manifest: z.infer<typeof manifestFile>, module: string): string {
  const there = reached(manifest, 'index.html')
  const chunks = [...reached(manifest, module)].filter((key) => !there.has(key)).map((key) => manifest[key])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk?.file}">`),
  ].join('')
}

/** A module and its static imports, in the order in which they run. */
function reached(manifest: z.infer<typeof manifestFile>, module: string, seen = new Set<string>()) {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`the console has no ${module}; run npm run build`)
  for (const each of chunk.imports ?? []) if (!seen.has(each)) reached(manifest, each, seen)
  return seen.add(module)
}

const signIn = { path: '/sign-in', module: 'src/app/SignInPage.tsx' } as const

export const consolePages: readonly { readonly path: PagePath | '/sign-in'; readonly module: string }[] = [
  signIn,
  ...pages.map(({ path, view }) => ({ path, module: `src/pages/${view}.tsx` })),
]

/** As the console's router finds it, in the pages of a pack too. */
function pageAt(address: string) {
  const path = pathOf(address)
  const { base } = packAt(path) ?? { base: '' }
  const pathname = path.slice(base.length) || '/'
  for (const page of consolePages) {
    const [before = '', name] = page.path.split(':')
    const rest = pathname.startsWith(before) ? pathname.slice(before.length) : null
    if (rest === null || (name === undefined ? rest !== '' : rest === '' || rest.includes('/'))) continue
    const parameter = decodedSegment(rest)
    return parameter === null ? null : { page, base, parameter, search: address.slice(path.length) }
  }
  return null
}

/** What the page at an address asks for first. */
export function firstTargetAt(address: string): string | null {
  const at = pageAt(address)
  if (at === null || at.page.path === signIn.path) return null
  const first = firstReads[at.page.path]?.(at.search, at.parameter)
  return first ? apiPrefix + at.base + first.target : null
}
