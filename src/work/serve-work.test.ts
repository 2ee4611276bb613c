/** Both ends of a worker, which hand each other only what can be cloned. */
import { afterEach, expect, test, vi } from 'vitest'
import { answerFromBooks } from '../books/answer.ts'
import { booksOf } from '../books/testing/made-books.ts'
import { RunningJob, serveWork } from './serve-work.ts'
import type { HeldPack, Job, JobReport, RunTask, WorkerMessage, WorkerReport } from './task.ts'
import { type TaskWorker, WorkerLink } from './workers.ts'

afterEach(() => vi.unstubAllGlobals())

/** A link to a worker in this thread, which opens these books and ends no export. */
function linked() {
  let receive: (event: { readonly data: WorkerMessage }) => void = () => {}
  const worker: TaskWorker = {
    ...{ onmessage: null, onerror: null, terminate() {} },
    postMessage: (data: WorkerMessage) => receive({ data: structuredClone(data) }),
  }
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: typeof receive) => {
      receive = listener
    },
    // In one thread the page has the worker's profile.
    postMessage: (report: WorkerReport) =>
      'profile' in report ||
      Reflect.apply(worker.onmessage ?? (() => {}), worker, [{ data: structuredClone(report) }]),
  })
  const books = booksOf([[{ transaction_id: 't', status: 'pending' }, null]])
  const open: RunTask<unknown, unknown> = async (_, { hold, onProgress }) => {
    onProgress({ text: 'Half', part: 0.5, hasBegun: true })
    return { books: hold(books) }
  }
  const never = () => new Promise<never>(() => {})
  const link = new WorkerLink(worker)
  const missing = () => Promise.reject(new Error('no connection'))
  serveWork(
    {
      books: missing,
      'kept-books': missing,
      check: missing,
      evidence: never,
      open: async () => open,
    },
    { answer: async () => answerFromBooks } as never,
  )
  return link
}

const { signal } = new AbortController()
const listing = (books: string): Job => ({
  kind: 'view',
  input: { view: 'answer', books, input: '/transactions', others: [] },
})

test('books stay where a job left them, answer views, and go when they are released', async () => {
  const link = linked()
  const reports: JobReport[] = []
  const onReport = (report: JobReport) => void reports.push(report)
  const pack = await link.value<HeldPack>('pack', { kind: 'open', input: null }, null, { signal, onReport })
  expect([pack.books.id, reports.map(({ type }) => type)]).toEqual(['pack', ['progress', 'done']])
  expect(await link.value('one', listing('pack'), null, { signal })).toMatchObject({
    body: { transactions: { length: 1 } },
  })
  link.tell('pack', { type: 'release' })
  await expect(link.value('two', listing('pack'), null, { signal })).rejects.toThrow('no longer in memory')
})

test('a job that cannot be loaded fails with a sentence, and one that is cancelled says nothing more', async () => {
  const link = linked()
  const check = link.value('check', { kind: 'check', input: null }, null, { signal })
  await expect(check).rejects.toThrow('could not be loaded')
  const leaving = new AbortController()
  const asked = link.value('file', { kind: 'evidence', input: null }, null, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('all that failed together goes on together', async () => {
  const job = new RunningJob('job', [])
  const both = Promise.all([job.untilAgain(), job.untilAgain()])
  job.again()
  await expect(both).resolves.toHaveLength(2)
})
