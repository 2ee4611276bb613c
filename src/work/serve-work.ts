/** The worker's side of a task: takes commands and reports to the page, which ends it. */
import { ApiError } from '../api/api-error.ts'
import { readFrom } from '../api/pack-source.ts'
import { learnLimits, onLimitsLearned } from '../api/service-limits.ts'
import { createHold } from '../api/walk/retries.ts'
import { booksSource } from '../books/answer.ts'
import type {
  OpenedPack,
  RunTask,
  SentError,
  TaskCommand,
  TaskProgress,
  TaskReport,
  TaskRequest,
  TaskStart,
} from './task.ts'

/** Only the requested task is loaded. */
export type TaskLoaders = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each task takes an input of its own, which the page that begins it hands over
  Record<TaskRequest['kind'], () => Promise<RunTask<any>>>
>

export function serveWork(loaders: TaskLoaders): void {
  const cancelled = new AbortController()
  const cuts = { finish: new AbortController(), skip: new AbortController() }
  const hold = createHold()

  self.addEventListener('message', ({ data: command }: MessageEvent<TaskCommand>) => {
    switch (command.type) {
      case 'start':
        learnLimits(command.limits)
        onLimitsLearned((limits) => tell({ type: 'limits', limits }))
        void start(command.request, command.opened)
        break
      case 'cut':
        cuts[command.name].abort(command.reason)
        break
      case 'cancel':
        cancelled.abort()
        self.close()
        break
      default:
        hold[command.type]()
    }
  })

  async function untilAgain(error: ApiError): Promise<void> {
    const again = hold.untilAgain()
    tell({ type: 'held', error: sentError(error) })
    await again
    tell({ type: 'running' })
  }

  async function start({ kind, input, session }: TaskStart, opened: OpenedPack | null): Promise<void> {
    if (opened) readFrom(booksSource(opened.books, opened.about, session))
    try {
      const run = await loaders[kind]()
      const outcome = await run(input, {
        signal: cancelled.signal,
        opened,
        cut: { finish: cuts.finish.signal, skip: cuts.skip.signal },
        gate: hold.gate,
        retries,
        onProgress: tellProgress,
        onWait: (waiting) =>
          tell(
            waiting
              ? { type: 'waiting', until: waiting.until, error: sentError(waiting.error) }
              : { type: 'running' },
          ),
        onFailure: untilAgain,
      })
      tell({ type: 'done', outcome })
    } catch (error) {
      if (cancelled.signal.aborted) return
      const isApi = error instanceof ApiError
      tell({
        type: 'broken',
        message: isApi ? null : error instanceof Error ? error.message : String(error),
        error: isApi ? sentError(error) : null,
      })
    }
  }
}

/** Retries for about a quarter of an hour before the reader has to ask. */
const retries = 20

function sentError({ failure, at }: ApiError): SentError {
  return { failure, at }
}

/** The first is told at once, then one a second: each interrupts the page while it draws, and a slow computer would never come to its end. */
function tellProgress(progress: TaskProgress): void {
  untold = progress
  if (timer === undefined) tellUntold()
}

function tellUntold(): void {
  clearTimeout(timer)
  timer = undefined
  if (!untold) return
  self.postMessage({ type: 'progress', progress: untold } satisfies TaskReport)
  untold = null
  timer = setTimeout(tellUntold, pause)
}

let untold: TaskProgress | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** Milliseconds. */
const pause = 1000

function tell(report: TaskReport): void {
  tellUntold()
  self.postMessage(report)
}
