import { Zip, ZipDeflate } from 'fflate'

/** The limit without the 64-bit extension, which not every reader has. */
const mostBytes = 4 * 2 ** 30 - 2 ** 24

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
      if (this.size > mostBytes) throw new RangeError(tooLarge)
    })
  }

  beginFile(path: string): void {
    // A sheet has ten times the bytes of a CSV file: a higher level would take twice the time and save little.
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

  taken(): Uint8Array<ArrayBuffer> {
    const all = joinedBytes(this.pieces)
    this.pieces = []
    return all
  }
}

const tooLarge = 'This export is larger than the 4 GiB that an XLSX file can hold. Choose CSV or JSON.'

/** A fixed time, so that the same rows make the same bytes. */
const epoch = new Date(1980, 0, 1)

function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
