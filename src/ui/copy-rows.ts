/** Copies what is selected in a table as rows of a sheet. Browsers copy line breaks within cells, and run hidden labels into values. */
import type { ClipboardEvent } from 'react'
import { readDecimal } from '../contract/decimal.ts'

/** Several rows are copied whole: without the beginning of the first, its other cells would come under wrong headers. */
export function copyRows(event: ClipboardEvent<HTMLElement>): void {
  const rows = selectedRows(event.currentTarget)
  if (rows === null) return
  const texts = rows.map(({ cells }) => cells.map((cell) => guarded(textOf(cell))))
  event.clipboardData.setData('text/plain', texts.map((cells) => cells.join('\t')).join('\n'))
  event.clipboardData.setData('text/html', tableOf(texts))
  event.preventDefault()
}

interface SelectedRow {
  readonly cells: readonly HTMLTableCellElement[]
}

/** Null where less than two cells are selected, or more than the table. */
function selectedRows(table: HTMLElement): readonly SelectedRow[] | null {
  const selection = table.ownerDocument.getSelection()
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) =>
    selection?.getRangeAt(index),
  )
  const within = ranges.filter((range) => range !== undefined)
  if (within.some((range) => isBeyond(range, table))) return null
  const rows = [...table.querySelectorAll('tr')].flatMap((row) => {
    if (!within.some((range) => range.intersectsNode(row))) return []
    const selected = [...row.cells].filter((cell) => within.some((range) => isSelected(range, cell)))
    return selected.length > 0 ? [{ row, selected }] : []
  })
  if (rows.length > 1) return rows.map(({ row }) => ({ cells: [...row.cells] }))
  const cells = rows.flatMap(({ selected }) => selected)
  return cells.filter((cell) => textOf(cell) !== '').length > 1 ? [{ cells }] : null
}

/** A selection often ends before the first character of the next cell. */
function isSelected(range: Range, cell: Node): boolean {
  if (!range.intersectsNode(cell)) return false
  return cell.textContent === '' || commonText(range, cell) !== ''
}

function commonText(range: Range, node: Node): string {
  const common = range.cloneRange()
  const own = contentsOf(node)
  if (range.compareBoundaryPoints(Range.START_TO_START, own) < 0)
    common.setStart(own.startContainer, own.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, own) > 0) common.setEnd(own.endContainer, own.endOffset)
  return common.toString()
}

function isBeyond(range: Range, table: Node): boolean {
  return range.toString().trim().length > commonText(range, table).trim().length
}

function contentsOf(node: Node): Range {
  const range = new Range()
  range.selectNodeContents(node)
  return range
}

/** In one line, as it is drawn: words that are only read aloud and the names of pictures are left out, lines are words apart. */
function textOf(cell: HTMLTableCellElement): string {
  const label = cell.closest('thead') ? cell.getAttribute('aria-label') : null
  return (label ?? drawnText(cell)).replace(/\s+/g, ' ').trim()
}

function drawnText(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? ''
      const { display, userSelect } = getComputedStyle(node)
      if (userSelect === 'none' || display === 'none' || node.getAttribute('role') === 'img') return ''
      const text = drawnText(node)
      return display.startsWith('inline') || display === 'contents' ? text : ` ${text} `
    })
    .join('')
}

/** A service may send a name that a sheet would take for a formula. */
function guarded(text: string): string {
  return /^["\s]*[=+\-@|%＝＋－＠]/.test(text) && readDecimal(text) === null ? `'${text}` : text
}

/** Of numbers with more digits than a sheet keeps, the text is pasted. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const table = document.createElement('table')
  for (const cells of rows) {
    const row = table.insertRow()
    for (const text of cells) {
      const cell = row.insertCell()
      cell.textContent = text
      if (/^\D?[\d.]{16,}$/.test(text)) cell.setAttribute('style', 'mso-number-format:"\\@"')
    }
  }
  return table.outerHTML
}
