import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/**
 * Which modules go into one file, by the pages that cannot be drawn without them; the first that applies. What one page needs alone,
 * and what is loaded later, is left to the bundler.
 */
const chunks: Readonly<
  Record<string, (pages: ReadonlySet<string>, id: string, reach: { withRows: boolean }) => boolean>
> = {
  // Stays in the browser's cache from release to release.
  react: (_pages, id) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id),
  // What signing in, exports and packs check.
  schemas: (_pages, id) => /\/node_modules\/zod\//.test(id),
  // With the styles of lists, so that the first rows wait for one file of styles; and with the little that all pages show of an address.
  console: (pages, id, { withRows }) =>
    (pages.has('index.html') && !rare.test(id)) ||
    (pages.has('OverviewPage.tsx') && pages.has('TransactionsPage.tsx')) ||
    (withRows && /\.css$|\/src\/addresses\//.test(id)),
  // What the check of an address shares with others. First, since a group takes along what its modules import.
  shown: (pages, id) => pages.has('CheckPage.tsx') && pages.size > 1 && !address.test(id),
  list: (pages, _id, { withRows }) => withRows && pages.has('TransactionsPage.tsx'),
  // Pasted texts are read on demand.
  addresses: (_pages, id) => address.test(id),
  // What the overview shares with others.
  figures: (pages) => pages.has('OverviewPage.tsx') && pages.size > 1,
  // What most pages share; those without a table would load too much with it.
  shared: (pages) => pages.size > 2 && ![...pages].some((page) => small.test(page)),
}

const small = /^(SignIn|Overview|Check|Packs|Verify)Page/

const address = /\/src\/(chains|addresses)\/(?!pasted\/)|\/node_modules\/@(noble|scure)\//

/** What few pages need of a library that every page needs. */
const rare = /\/(useMutation|useMutationState|mutationObserver)\.js$/

/** The files that the first rows of a list wait for, beside the entry's. */
const firstNeeded = new Set(['react', 'shown', 'list'])

/**
 * Most of their functions are called for the first rows. Chromium, told so, compiles all of them beside the page while they still arrive,
 * and not each when it is first called. To other browsers it is a comment.
 */
const compiledWhole = '//# allFunctionsCalledOnLoad'

const isPage = /\/(index\.html|\w+(?:Page|Drawer)\.tsx)$/

const importers = new Map<string, ReadonlySet<string>>()

function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return Object.entries(chunks).map(([chunk, belongs], index, { length }) => ({
    name: (id, graph) => {
      // The gateway names a page by the file that it is.
      if (id.endsWith('Page.tsx')) return null
      const pages = reaching(id, graph, isPage)
      const lists = reaching(`${import.meta.dirname}/src/list/ListLayout.tsx`, graph, isPage)
      const withRows = [...lists].some((page) => pages.has(page))
      return belongs(pages, id, { withRows }) ? chunk : null
    },
    debugName: chunk,
    priority: length - index,
  }))
}

/** The modules of a kind, by their names, that import a module at once, themselves or through others. */
function reaching(id: string, graph: Rolldown.ChunkingContext, kind: RegExp): ReadonlySet<string> {
  let seen = importers.get(id)
  if (!seen) {
    const found = new Set([id])
    for (const at of found)
      for (const importer of graph.getModuleInfo(at)?.importers ?? []) found.add(importer)
    importers.set(id, found)
    seen = found
  }
  return new Set([...seen].flatMap((at) => kind.exec(at)?.[1] ?? []))
}

/** The console. The server is built by `scripts/build.mjs`; `scripts/dev.mjs` serves both from their sources. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/console',
    manifest: true,
    // A font as a data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser that the console supports preloads modules by itself.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // A few files for a page and not one for each module: requests cost more than bytes, and a larger file compresses better.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        postBanner: ({ name, isEntry }) => (isEntry || firstNeeded.has(name) ? compiledWhole : ''),
      },
    },
  },
})
