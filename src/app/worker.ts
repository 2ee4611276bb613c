/** Does the console's long work, and answers the pages' questions to the books, so that pages stay responsive. */
import { answerFromBooks } from '../books/answer.ts'
import { consoleAnswer } from '../books/console-answer.ts'
import { serveWork } from '../work/serve-work.ts'
import type { ViewLoaders } from '../work/views.ts'

const views: ViewLoaders = {
  answer: async () => answerFromBooks,
  console: async () => consoleAnswer,
  activity: async () => (await import('../features/activity/activity.ts')).activityAnswer,
  changes: async () => (await import('../features/pack/changes.ts')).changesOf,
  'pack-contents': async () => (await import('../features/pack/pack-scope.ts')).packContents,
  statement: async () => (await import('../features/statements/answer.ts')).statementAnswer,
  'statement-chart': async () => (await import('../features/statements/answer.ts')).statementChart,
  'statement-choices': async () => (await import('../features/statements/answer.ts')).statementChoices,
  'report-file': async () => (await import('../features/report/report-file.ts')).reportFileAnswer,
}

serveWork(
  {
    books: async () => (await import('../work/books-task.ts')).booksTask,
    'kept-books': async () => (await import('../work/books-task.ts')).keptBooksTask,
    evidence: async () => (await import('../features/evidence/task.ts')).evidenceTask,
    check: async () => (await import('../features/evidence/check.ts')).checkTask,
    open: async () => (await import('../features/evidence/check.ts')).openTask,
  },
  views,
)
