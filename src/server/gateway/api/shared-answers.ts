import { Refusal } from '../../http.ts'

/** How many wait for their turn at most. */
const mostWaiting = 1000

/** Characters of a name that count as one row: a name contains the whole filter, and takes memory too. */
const nameOfRow = 256

interface SharedAnswer {
  readonly value: Promise<unknown>
  /** 0 until it is there. */
  rows: number
}

/** Answers by name. Those who wait share one request, few requests run at once, and answers are kept for later. */
export class SharedAnswers {
  readonly #most: { readonly rows: number; readonly asked: number }
  /** The least recently used first. */
  readonly #answers = new Map<string, SharedAnswer>()
  readonly #waiting: (() => void)[] = []
  #asked = 0
  #rows = 0

  /** `rows`: of all answers that are kept. `asked`: at once. */
  constructor(most: { readonly rows: number; readonly asked: number }) {
    this.#most = most
  }

  /** The name tells which type the answer has. Throws GTW-23 where too many others wait. A failure is not kept. */
  async find<Value>(
    name: string,
    ask: () => Promise<Value>,
    rowsOf: (value: Value) => number,
  ): Promise<Value> {
    const known = this.#answers.get(name)
    const value = (known?.value ?? this.#inTurn(ask)) as Promise<Value>
    const answer = known ?? { value, rows: 0 }
    this.#answers.delete(name)
    this.#answers.set(name, answer)
    try {
      const given = await value
      if (this.#answers.get(name) === answer && answer.rows === 0)
        this.#keep(answer, rowsOf(given) + Math.floor(name.length / nameOfRow))
      return given
    } catch (error) {
      if (this.#answers.get(name) === answer) this.#answers.delete(name)
      throw error
    }
  }

  #keep(answer: SharedAnswer, rows: number): void {
    answer.rows = rows
    this.#rows += rows
    for (const [name, { rows: others }] of this.#answers) {
      if (this.#rows <= this.#most.rows) return
      // One that is still asked for is shared by those who wait.
      if (others === 0) continue
      this.#answers.delete(name)
      this.#rows -= others
    }
  }

  async #inTurn<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (this.#waiting.length >= mostWaiting) throw tooManyWait()
    if (this.#asked >= this.#most.asked)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    else this.#asked += 1
    try {
      return await ask()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#asked -= 1
    }
  }
}

export function tooManyWait(): Refusal {
  const details = 'More readers wait for the database than it answers in time.'
  return new Refusal('GTW-23', details, { 'retry-after': '1' })
}
