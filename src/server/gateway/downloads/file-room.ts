/** Where files are made before they are sent. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal, systemCodeOf } from '../../http.ts'
import { type Consumer, Shares } from '../shares.ts'

/** Disk space shared by all files, and their number, so that a session leaves as much as it takes. Each is unlinked once open: nobody else can read it, and it goes with the process at the latest. */
export class FileRoom {
  readonly #directories: readonly string[]
  readonly #mostBytes: number
  readonly #shares: Shares
  readonly #places = new Shares(mostFiles)

  /** The first directory that can be written is used. */
  constructor(directories: readonly string[], mostBytes: number) {
    this.#directories = directories
    this.#mostBytes = mostBytes
    this.#shares = new Shares(mostBytes)
  }

  async open(consumer: Consumer): Promise<RoomFile> {
    if (!this.#places.take(consumer, 1))
      throw new Refusal(
        'GTW-28',
        'One session can have no more downloads and packs than it leaves places for others. Remove packs that you have downloaded.',
      )
    try {
      return new RoomFile(this, consumer, await this.#unnamedFile())
    } catch (error) {
      this.leave(consumer)
      throw error
    }
  }

  async #unnamedFile(): Promise<FileHandle> {
    for (const [index, directory] of this.#directories.entries())
      try {
        return await unnamedFile(directory)
      } catch (error) {
        const isLast = index === this.#directories.length - 1
        if (isLast || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(systemCodeOf(error))) throw error
      }
    throw new Error('There is no directory for files.')
  }

  /** Throws GTW-28. */
  take(consumer: Consumer, bytes: number): void {
    if (!this.#shares.take(consumer, bytes))
      throw new Refusal(
        'GTW-28',
        `The files that the gateway makes have ${Math.floor(this.#mostBytes / 1_000_000)} MB together (DOWNLOADS_MEGABYTES). One session can take no more of them than it leaves free.`,
      )
  }

  give(consumer: Consumer, bytes: number): void {
    this.#shares.release(consumer, bytes)
  }

  /** Once for each file. */
  leave(consumer: Consumer): void {
    this.#places.release(consumer, 1)
  }
}

async function unnamedFile(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${randomUUID()}.download`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

export class RoomFile {
  readonly #room: FileRoom
  readonly #consumer: Consumer
  readonly #handle: FileHandle
  #size = 0
  #isOpen = true
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  constructor(room: FileRoom, consumer: Consumer, handle: FileHandle) {
    this.#room = room
    this.#consumer = consumer
    this.#handle = handle
  }

  get size(): number {
    return this.#size
  }

  /** Throws GTW-28 where there is no room, on the disk either. Small pieces wait for each other until `flush`. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#room.take(this.#consumer, bytes.length)
    this.#size += bytes.length
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= mostWaiting) await this.flush()
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    const start = this.#size - this.#waitingBytes
    this.#waiting = []
    this.#waitingBytes = 0
    try {
      for (let from = 0; from < bytes.length; )
        from += (await this.#handle.write(bytes, from, bytes.length - from, start + from)).bytesWritten
    } catch (error) {
      if (fullDisk.has(systemCodeOf(error))) throw new Refusal('GTW-28', 'The disk of the gateway is full.')
      throw error
    }
  }

  /** Over what was written before. */
  async writeAt(position: number, bytes: Uint8Array): Promise<void> {
    if (position + bytes.length > this.#size - this.#waitingBytes) await this.flush()
    await this.#handle.write(bytes, 0, bytes.length, position)
  }

  async clear(): Promise<void> {
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#handle.truncate(0)
    this.#room.give(this.#consumer, this.#size)
    this.#size = 0
  }

  /** Of what was flushed. */
  async read(from: number, before: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(before, this.#size) - from))
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, from + at)
      if (bytesRead === 0) throw new Error('The file ends before what was written.')
      at += bytesRead
    }
    return bytes
  }

  /** Sends all that was flushed. `ending`: what closes the connection. */
  send(
    reply: FastifyReply,
    { name, type, ending }: { readonly name: string; readonly type: string; readonly ending: AbortSignal },
  ): FastifyReply {
    const { raw } = reply
    const hangUp = () => raw.destroy()
    ending.addEventListener('abort', hangUp)
    raw.once('close', () => ending.removeEventListener('abort', hangUp))
    raw.setTimeout(longestSilence)
    reply.header('content-length', String(this.#size))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    const stream = this.#handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 })
    return reply.type(type).send(stream)
  }

  async close(): Promise<void> {
    this.#room.give(this.#consumer, this.#size)
    this.#size = 0
    if (this.#isOpen) this.#room.leave(this.#consumer)
    this.#isOpen = false
    await this.#handle.close()
  }
}

/** Open at once, in places of sessions. */
const mostFiles = 128

/** Milliseconds without progress after which the connection is closed: the file takes room until then. */
const longestSilence = 60_000

/** Bytes. */
const mostWaiting = 128 * 1024

const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
