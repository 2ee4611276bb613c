import type { ListExport } from './list-export.ts'
import type { ExportWriter } from './writer.ts'

/** JSON: the records as the service sent them, untouched (numbers as text), as one array with one record a line. */
export function jsonWriter<R>(list: Pick<ListExport<R>, 'received'>): ExportWriter<R> {
  const encoder = new TextEncoder()
  let rows = 0
  return {
    mediaType: 'application/json',
    begin: () => encoder.encode('['),
    rows(records) {
      const lines = records.map((record, index) => {
        const isFirst = rows === 0 && index === 0
        return `${isFirst ? '\n' : ',\n'}${JSON.stringify(list.received(record)) ?? 'null'}`
      })
      rows += records.length
      return encoder.encode(lines.join(''))
    },
    end: () => encoder.encode('\n]\n'),
    written: () => ({ rows, remarks: [], rowsSha256: null }),
  }
}
