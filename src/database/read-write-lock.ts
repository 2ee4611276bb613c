type Begin = () => void

/**
 * Many readers, or many writers. Whoever arrives during the turn of the others is next, so neither side starves. Readers may join a read
 * that began before the first waiting writer arrived: that writer has to wait for it in any case.
 */
export class ReadWriteLock {
  #reading = 0
  /** Of those who read, those who began while nobody waited to write. */
  #ahead = 0
  #writing = 0
  #waitingReaders: Begin[] = []
  #waitingWriters: Begin[] = []

  async read<Result>(work: () => Promise<Result>): Promise<Result> {
    const isAhead = await this.#beginReading()
    try {
      return await work()
    } finally {
      this.#reading -= 1
      if (isAhead) this.#ahead -= 1
      if (this.#reading === 0) this.#letWrite()
    }
  }

  async write<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#reading > 0 || this.#waitingReaders.length > 0)
      await new Promise<void>((begin) => void this.#waitingWriters.push(begin))
    else this.#writing += 1
    try {
      return await work()
    } finally {
      this.#writing -= 1
      if (this.#writing === 0) this.#letRead()
    }
  }

  async #beginReading(): Promise<boolean> {
    const isAhead = this.#waitingWriters.length === 0
    if (this.#writing > 0 || !(isAhead || this.#ahead > 0)) {
      await new Promise<void>((begin) => void this.#waitingReaders.push(begin))
      return true
    }
    this.#reading += 1
    if (isAhead) this.#ahead += 1
    return isAhead
  }

  // They are counted before they begin: nobody may step in between.

  #letRead(): void {
    const waiting = this.#waitingReaders
    this.#waitingReaders = []
    this.#reading += waiting.length
    this.#ahead += waiting.length
    for (const begin of waiting) begin()
  }

  #letWrite(): void {
    const waiting = this.#waitingWriters
    this.#waitingWriters = []
    this.#writing += waiting.length
    for (const begin of waiting) begin()
  }
}
