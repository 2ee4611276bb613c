/** A file of the operator: read at the start, and again when it changes. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorText, systemCodeOf } from '../http.ts'

export interface TextOrigin {
  readonly name: string
  version(): Promise<string>
  text(): Promise<string>
}

export function textFile(path: string): TextOrigin {
  return {
    name: basename(path),
    async version() {
      const { mtimeMs, size, ino } = await stat(path)
      return [mtimeMs, size, ino].join()
    },
    text: () => readFile(path, 'utf8'),
  }
}

interface FileReader<Content> {
  /** Throws a sentence about the whole file. */
  read(text: string): Content
  /** `isAgain`: the file has changed. */
  onRead(content: Content, isAgain: boolean): void
  /** What was read before stays. Called once for each reason. */
  onFailure(why: string): void
}

export class WatchedFile<Content> {
  readonly #origin: TextOrigin
  readonly #reader: FileReader<Content>
  #content: Content
  #version: string
  #problem: string | null = null
  #reading: Promise<void> | null = null

  /** Throws where there is nothing to begin with. */
  static async open<Content>(origin: TextOrigin, reader: FileReader<Content>): Promise<WatchedFile<Content>> {
    const version = await origin.version()
    return new WatchedFile(origin, reader, version, reader.read(await origin.text()))
  }

  private constructor(origin: TextOrigin, reader: FileReader<Content>, version: string, content: Content) {
    this.#origin = origin
    this.#reader = reader
    this.#version = version
    this.#content = content
    reader.onRead(content, false)
  }

  get content(): Content {
    return this.#content
  }

  /** Why the content is not what the file has now. */
  get problem(): string | null {
    return this.#problem
  }

  async current(): Promise<Content> {
    this.#reading ??= this.#readChange().finally(() => {
      this.#reading = null
    })
    await this.#reading
    return this.#content
  }

  async #readChange(): Promise<void> {
    try {
      const version = await this.#origin.version()
      if (version === this.#version && this.#problem === null) return
      this.#content = this.#reader.read(await this.#origin.text())
      this.#version = version
      this.#problem = null
      this.#reader.onRead(this.#content, true)
    } catch (error) {
      const why = systemCodeOf(error) || errorText(error)
      if (why !== this.#problem) this.#reader.onFailure(why)
      this.#problem = why
    }
  }
}
