/** Does the long work of the console beside the page, so that the page stays free. */
import { mediaTypes } from '../files/facts.ts'
import { serveWork } from '../work/serve-work.ts'

const fileTask = async () => (await import('../work/file-task.ts')).fileTask

serveWork({
  books: async () => (await import('../work/books-task.ts')).booksTask,
  'kept-books': async () => (await import('../work/books-task.ts')).keptBooksTask,
  check: async () => (await import('../features/verify/check-task.ts')).checkTask,
  open: async () => (await import('../features/verify/check-task.ts')).openTask,
  export: async () => {
    const { runExport } = await import('../files/run.ts')
    return (await fileTask())({ mediaType: ({ format }) => mediaTypes[format], run: runExport })
  },
  pack: async () => {
    const { makePack } = await import('../features/pack/make-pack.ts')
    return (await fileTask())({ mediaType: () => 'application/zip', run: makePack })
  },
})
