import { createReadStream } from 'node:fs'

/** The lines of a file as they stand there, without their line breaks. Throws where it cannot be read. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, from)) {
      yield bytes.subarray(from, at)
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
  if (rest.length > 0) yield rest
}

const lineBreak = 0x0a
