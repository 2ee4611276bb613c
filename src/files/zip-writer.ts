import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Zip without its 64-bit extension, which not every reader has, ends here. */
const mostBytes = 4 * 2 ** 30 - 2 ** 24

/** A ZIP file, which is given piece by piece. */
export class ZipWriter {
  private readonly zip: Zip
  private open: ZipDeflate | ZipPassThrough | null = null
  private pieces: Uint8Array[] = []
  private size = 0
  private readonly kind: 'workbook' | 'pack'

  constructor(kind: 'workbook' | 'pack' = 'workbook') {
    this.kind = kind
    this.zip = new Zip((error, bytes) => {
      if (error) throw error
      this.pieces.push(bytes)
      this.size += bytes.length
      if (this.size > mostBytes) throw new RangeError(tooLarge[kind])
    })
  }

  /** What is compressed already is stored as it is. */
  beginFile(path: string): void {
    // A sheet has ten times the bytes of a CSV file: there, a higher level takes twice the time and saves little.
    const level = this.kind === 'workbook' ? 3 : 6
    this.open = path.endsWith('.gz') ? new ZipPassThrough(path) : new ZipDeflate(path, { level })
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

const tooLarge = {
  workbook: 'This export is larger than the 4 GiB that an XLSX file can hold. Choose CSV or JSON.',
  pack: 'This pack is larger than the 4 GiB that a ZIP file can hold. Choose a shorter period.',
} as const

/** Zip wants a time of change for each part; the facts have the true ones. The same rows make the same bytes. */
const epoch = new Date(1980, 0, 1)
