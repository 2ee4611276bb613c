/** What every worker does that writes files: it takes commands from the page, reports, and ends when the page ends it. */
import type { ApiError } from '../../../api/api-error.ts'
import { createHold } from '../../../api/walk/hold.ts'
import type { ExportFacts } from '../../../files/facts.ts'
import type { ByteSink, ExportControl } from '../../../files/run.ts'
import { signAtGateway } from '../../../files/seal.ts'
import { growingFile } from './growing-file.ts'
import type { ExportCommand, ExportReport, JobRequest } from './job.ts'

/** How a worker does the one job that it is started for: the type of its file, and what writes it. */
export interface Job<R extends JobRequest> {
  mediaType(request: R): string
  run(request: R, sink: ByteSink, control: ExportControl): Promise<ExportFacts>
}

/** Serves one job, in a worker of its own. */
export function serveJob<R extends JobRequest>(job: Job<R>): void {
  const cancelled = new AbortController()
  const finished = new AbortController()
  const skipped = new AbortController()
  const held = createHold()

  self.addEventListener('message', ({ data }: MessageEvent<ExportCommand<R>>) => {
    switch (data.type) {
      case 'start':
        void start(data)
        break
      case 'pause':
        held.pause()
        break
      case 'resume':
        held.resume()
        break
      case 'again':
        held.again()
        break
      case 'finish':
        finished.abort(data.reason)
        break
      case 'skip-dates':
        skipped.abort()
        break
      case 'cancel':
        cancelled.abort()
        self.close()
    }
  })

  /** Tells the page, and resolves when it says "again". */
  function hold(type: 'failed' | 'sign-in-needed') {
    return async ({ failure, at }: ApiError) => {
      const again = held.untilAgain()
      tell({ type, error: { failure, at } })
      await again
      tell({ type: 'reading' })
    }
  }

  async function start({ request }: Extract<ExportCommand<R>, { type: 'start' }>): Promise<void> {
    try {
      const file = growingFile()
      const facts = await job.run(request, file, {
        signal: cancelled.signal,
        finish: finished.signal,
        skipDates: skipped.signal,
        gate: held.gate,
        sign: signAtGateway(request.session, cancelled.signal),
        onProgress: (progress) => tell({ type: 'progress', progress }),
        onWait: (waiting) =>
          tell(
            waiting
              ? {
                  type: 'waiting',
                  until: waiting.until,
                  error: { failure: waiting.error.failure, at: waiting.error.at },
                }
              : { type: 'reading' },
          ),
        onFailure: hold('failed'),
        onSignInNeeded: hold('sign-in-needed'),
      })
      tell({ type: 'done', file: await file.close(job.mediaType(request)), facts })
    } catch (error) {
      if (cancelled.signal.aborted) return
      tell({ type: 'broken', message: error instanceof Error ? error.message : String(error) })
    }
  }
}

function tell(report: ExportReport): void {
  self.postMessage(report)
}
