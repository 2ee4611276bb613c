import { Zip, ZipDeflate } from 'fflate'
import { writeFailures } from './words.ts'

/** Zip without its 64-bit extension, which not every reader has, ends here. */
const mostBytes = 4 * 2 ** 30 - 2 ** 24

/** A zip file that gives what there is of it piece by piece. */
export class ZipWriter {
  private readonly zip: Zip
  private open: ZipDeflate | null = null
  private pieces: Uint8Array[] = []
  private size = 0

  constructor() {
    this.zip = new Zip((error, bytes) => {
      if (error) throw error
      this.pieces.push(bytes)
      this.size += bytes.length
      if (this.size > mostBytes) throw new RangeError(writeFailures.tooLargeForXlsx)
    })
  }

  beginFile(path: string): void {
    // Rows are alike: a higher level takes twice the time and saves little.
    this.open = new ZipDeflate(path, { level: 3 })
    this.open.mtime = epoch
    this.zip.add(this.open)
  }

  write(bytes: Uint8Array): void {
    if (bytes.length > 0) this.open?.push(bytes, false)
  }

  endFile(bytes: Uint8Array): void {
    this.open?.push(bytes, true)
    this.open = null
  }

  file(path: string, bytes: Uint8Array): void {
    this.beginFile(path)
    this.endFile(bytes)
  }

  end(): void {
    this.zip.end()
  }

  /** What was made since it was last asked. */
  taken(): Uint8Array {
    const all = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of this.pieces) {
      all.set(piece, at)
      at += piece.length
    }
    this.pieces = []
    return all
  }
}

/** Zip wants a time of change for each part; the facts have the true ones. The same rows make the same bytes. */
const epoch = new Date(1980, 0, 1)
