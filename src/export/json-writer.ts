import { columnDigests, recordsColumn } from './column-digests.ts'
import type { ListExport } from './list-export.ts'
import type { ExportWriter } from './writer.ts'

/** JSON: the records as the service sent them, untouched (numbers as text), as one array with one record a line. */
export function jsonWriter<R>(list: Pick<ListExport<R>, 'received'>): ExportWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests([recordsColumn])
  let rows = 0
  return {
    mediaType: 'application/json',
    begin: () => encoder.encode('['),
    rows(records) {
      const lines = records.map((record, index) => {
        const isFirst = rows === 0 && index === 0
        const json = JSON.stringify(list.received(record)) ?? 'null'
        content.add([json])
        return `${isFirst ? '\n' : ',\n'}${json}`
      })
      content.flush()
      rows += records.length
      return encoder.encode(lines.join(''))
    },
    end: () => encoder.encode('\n]\n'),
    written: () => ({ rows, remarks: [], content: content.digests() }),
  }
}
