import type { ApiError } from '../../api/api-error.ts'
import type { OpenSession } from '../../api/session.ts'
import type { RetryOptions, Waiting } from '../../api/walk/retries.ts'

/** Where a reading is; each kind of reading adds what else it knows. */
export interface Position {
  /** Rows read of the list that is being read. */
  readonly rows: number
  /** How much of everything is read, from 0 to 1, where that can be told. */
  readonly part?: number | null
}

/** How far a reading is, and what holds it up. */
export interface ReadingProgress<P extends Position> {
  readonly position: P
  /** Why nothing comes at present; it goes on by itself. */
  readonly waiting: Waiting | null
  /** A failure that does not pass by itself: what was read is kept until the reader lets it go on, or ends it. */
  readonly heldUp: { readonly error: ApiError; readonly goOn: () => void } | null
  /** Whether the reader paused it. */
  readonly isPaused: boolean
  /** In seconds, as far as it can be told. */
  readonly timeLeft: number | null
}

/** What is handed to whoever reads. */
export interface ReadingControl<P extends Position> extends RetryOptions {
  /** In which everything is asked, and in no other. */
  readonly session: OpenSession
  /** Aborted when the reader has enough: what was read so far may still be given. */
  readonly stop: AbortSignal
  readonly onProgress: (position: P) => void
}

/** How a reading is watched and ended. */
export interface ReadingWatch<P extends Position> {
  readonly signal: AbortSignal
  readonly stop: AbortSignal
  /** Pending while the reader has paused it. */
  readonly gate: () => Promise<void>
  /** What is different from what was told before. */
  readonly tell: (change: Partial<ReadingProgress<P>>) => void
}

/**
 * Reads in the session that is open now, and says in which. Passing failures are waited out. Others hold it up once anything was
 * read; before that, and where another key is signed in meanwhile, they are thrown.
 */
export async function readInSession<P extends Position, R>(
  open: () => Promise<OpenSession>,
  read: (control: ReadingControl<P>) => Promise<R>,
  { signal, stop, gate, tell }: ReadingWatch<P>,
): Promise<{ readonly result: R; readonly mark: string }> {
  let isAnythingRead = false
  const hold = (error: ApiError) => {
    if (!isAnythingRead || error.remedy === 'begin-again') return Promise.reject(error)
    return new Promise<void>((resolve) => {
      const goOn = () => {
        tell({ heldUp: null })
        resolve()
      }
      tell({ heldUp: { error, goOn } })
    })
  }
  const session = await open()
  const result = await read({
    session,
    signal,
    stop,
    gate,
    retries,
    onProgress: (position) => {
      isAnythingRead ||= position.rows > 0
      tell({ position })
    },
    onWait: (waiting) => tell({ waiting }),
    onFailure: hold,
    onSignInNeeded: hold,
  })
  return { result, mark: session.mark }
}

/** Passing failures are waited out for about half a minute, before somebody has to ask for another try. */
const retries = 5
