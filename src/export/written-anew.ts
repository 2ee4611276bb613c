import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { csvLines } from './csv.ts'
import type { OpenExport } from './open-export.ts'
import { csvRows, jsonRecords } from './read-rows.ts'

/**
 * SHA-256 of a CSV or JSON file as this console would have written what stands in it. Where that is the digest of the facts, other
 * programs have changed nothing but the form.
 */
export async function digestWrittenAnew({ file, format }: OpenExport, signal: AbortSignal): Promise<string> {
  const encoder = new TextEncoder()
  const digest = sha256.create()
  const write = (text: string) => digest.update(encoder.encode(text))
  if (format === 'csv') {
    write('\ufeff')
    for await (const rows of csvRows(file, { signal })) write(csvLines(rows))
  } else {
    write('[')
    let before = '\n'
    for await (const records of jsonRecords(file, { signal }))
      for (const record of records) {
        write(`${before}${JSON.stringify(record)}`)
        before = ',\n'
      }
    write('\n]\n')
  }
  return bytesToHex(digest.digest())
}
