/** A reading is a function of the service's answers: it yields the requests that it needs next, and goes on with their outcomes. */
import { ApiError } from '../../contract/api-error.ts'
import type { ProfileKeeper, ServiceProfile } from './service-profile.ts'

export interface ServiceRequest {
  readonly target: string
  /** Throws an `ApiError` for an answer of another form than is expected. */
  check(answer: Answer): void
  /** Whether the sync continues after this failure. `isLast`: it kept failing, and will not be tried again. */
  accepts(failure: ApiError, isLast?: boolean): boolean
}

export interface Answer {
  /** Parsed, with numbers as text. */
  readonly body: unknown
  /** As it came. Each record then keeps its own part of it. */
  readonly text?: string
  /** ISO 8601 UTC, by the reader's clock. */
  readonly receivedAt: string
}

/** Work beside the service, such as a question to the store, for whose value the reading waits. */
export interface LocalTask {
  readonly perform: () => Promise<unknown>
}

export type ServiceStep = readonly (ServiceRequest | LocalTask)[]

export interface Outcomes {
  /** In the order of the step: an answer or an accepted failure for each request, a value for each task. */
  readonly outcomes: readonly unknown[]
  /** Milliseconds since 1970. */
  readonly now: number
  readonly profile: ProfileKeeper
}

export type ServiceRead<Value> = Generator<ServiceStep, Value, Outcomes>

export function* send(target: string, check: ServiceRequest['check'] = () => {}): ServiceRead<Answer> {
  const {
    outcomes: [outcome],
  } = yield [{ target, check, accepts: () => false }]
  if (outcome === undefined) throw new Error(`No answer came to ${target}.`)
  if (outcome instanceof ApiError) throw outcome
  // Whoever runs a reading answers each request.
  return outcome as Answer
}

export function* perform<Value>(task: () => Promise<Value>): ServiceRead<Value> {
  const {
    outcomes: [outcome],
  } = yield [{ perform: task }]
  // The value of this very task.
  return outcome as Value
}

/** Milliseconds since 1970, by the clock of the caller that runs it. */
export function* currentTime(): ServiceRead<number> {
  const { now } = yield []
  return now
}

export function* serviceProfile(): ServiceRead<ServiceProfile> {
  const { profile } = yield []
  return profile.known
}

export function* learnProfile(learned: Partial<ServiceProfile>): ServiceRead<void> {
  const { profile } = yield []
  profile.learn(learned)
}

/** The accepted failure is the value instead. */
export function* orFailure<Value>(
  reading: ServiceRead<Value>,
  accepts: (failure: ApiError, isLast?: boolean) => boolean,
): ServiceRead<Value | ApiError> {
  try {
    let step = reading.next()
    while (!step.done) {
      const accepting = step.value.map((part) =>
        'perform' in part
          ? part
          : {
              ...part,
              accepts: (failure: ApiError, isLast?: boolean) =>
                accepts(failure, isLast) || part.accepts(failure, isLast),
            },
      )
      step = reading.next(yield accepting)
    }
    return step.value
  } catch (error) {
    if (error instanceof ApiError && accepts(error, true)) return error
    throw error
  }
}

/** Null where the service refuses a parameter, such as a date in this form. */
export function* nullIfRefused<Value>(reading: ServiceRead<Value>): ServiceRead<Value | null> {
  const outcome = yield* orFailure(reading, ({ remedy }) => remedy === 'correct-filter')
  return outcome instanceof ApiError ? null : outcome
}

export function* sideBySide<const Values extends readonly unknown[]>(
  readings: {
    readonly [Index in keyof Values]: ServiceRead<Values[Index]>
  },
): ServiceRead<Values> {
  const parts = readings.map((reading) => ({ reading, step: reading.next() }))
  while (parts.some(({ step }) => !step.done)) {
    const asked = parts.map(({ step }) => (step.done ? [] : step.value))
    const { outcomes, ...surroundings } = yield asked.flat()
    let first = 0
    for (const [index, part] of parts.entries()) {
      const count = asked[index]?.length ?? 0
      if (!part.step.done)
        part.step = part.reading.next({
          ...surroundings,
          outcomes: outcomes.slice(first, first + count),
        })
      first += count
    }
  }
  // Each has the value of its reading, in their order.
  return parts.map(({ step }) => step.value) as readonly unknown[] as Values
}

/** Few requests at once. `ask` throws for a failure with which the request cannot go on. */
export async function drive<Value>(
  reading: ServiceRead<Value>,
  ask: (request: ServiceRequest) => Promise<Answer | ApiError>,
  { profile, now = Date.now }: { readonly profile: ProfileKeeper; readonly now?: (() => number) | undefined },
): Promise<Value> {
  let step = reading.next()
  while (!step.done) {
    const outcomes: unknown[] = []
    for (let first = 0; first < step.value.length; first += mostAtOnce) {
      const parts = step.value.slice(first, first + mostAtOnce)
      outcomes.push(
        ...(await Promise.all(parts.map((part) => ('perform' in part ? part.perform() : ask(part))))),
      )
    }
    step = reading.next({ outcomes, now: now(), profile })
  }
  return step.value
}

const mostAtOnce = 4

export async function outcomeOf(
  { check, accepts }: ServiceRequest,
  answer: Promise<Answer>,
): Promise<Answer | ApiError> {
  try {
    const given = await answer
    check(given)
    return given
  } catch (error) {
    if (error instanceof ApiError && accepts(error)) return error
    throw error
  }
}

/** Counts what readings ask of a service. */
export class RequestCount {
  requests = 0;

  *of<Value>(reading: ServiceRead<Value>): ServiceRead<Value> {
    let step = reading.next()
    while (!step.done) {
      this.requests += step.value.filter((part) => !('perform' in part)).length
      step = reading.next(yield step.value)
    }
    return step.value
  }
}
