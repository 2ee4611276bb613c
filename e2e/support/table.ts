/** What stands on a page, read as a person reads it: tables by the words of their headers, records by their terms. */
import { expect, type Locator, type Page } from 'playwright/test'
import { sortColumns } from '../../src/contract/console-api.ts'

export type Row = Readonly<Record<string, string>>

export type ExpectedRow = Readonly<Record<string, unknown>>

export function tableOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true })
}

/** The columns of transactions. Those in flight have their age too. */
export const transactionColumnIds: readonly string[] = [...sortColumns.transactions, 'age']

/** Sets which columns of transactions there are, on the open page or the next one. */
export async function arrange(page: Page, columns: readonly string[]): Promise<void> {
  const shown = Object.fromEntries(transactionColumnIds.map((id) => [id, columns.includes(id)]))
  if (page.url() === 'about:blank') await page.goto('/robots.txt')
  await page.evaluate((shown) => {
    const key = 'custody-console.preferences'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...kept, tables: { transactions: { shown } } }))
    // As another tab would be told.
    dispatchEvent(new StorageEvent('storage', { key }))
  }, shown)
}

export async function loaded(page: Page, name = 'Transactions'): Promise<Locator> {
  const table = tableOf(page, name)
  await expect(rowHeaderLinks(table).first()).toBeVisible()
  await expect(table).toHaveAttribute('aria-busy', 'false')
  return table
}

/** All rows of a table with their ids and their whole texts: shortened identifiers in full, without what is drawn for the eye alone. */
export async function rows(table: Locator): Promise<Row[]> {
  const [headers = [], ...lines] = await texts(table, 'tr', 'th, td')
  const ids = await table
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => line.querySelector('[data-row-id]')?.getAttribute('data-row-id') ?? ''),
    )
  return lines.map((cells, line) => ({
    ...Object.fromEntries(cells.map((cell, index) => [headers[index] ?? '', cell])),
    id: ids[line] ?? '',
  }))
}

/** The terms of all records within, each with its value, in their order. Gaps in the values are layout and left out. */
export async function facts(within: Locator): Promise<(readonly [term: string, value: string])[]> {
  const lines = await texts(within, 'dl > div', 'dt, dd')
  return lines.map(([term = '', value = '']) => [term, compact(value)])
}

/** What all rows say in one column, whether it has just changed or not. */
export async function column(table: Locator, name: string): Promise<string[]> {
  return (await rows(table)).map((row) => (row[name] ?? '').replace(/^Changed /, ''))
}

export function compact(text: string): string {
  return text.replace(/\s+/g, '')
}

function texts(within: Locator, line: string, part: string): Promise<string[][]> {
  return within.evaluate(
    (element, [line, part]) => {
      const textOf = (node: Node): string => {
        if (node instanceof Text) return node.data
        if (!(node instanceof Element) || node.matches('[aria-hidden="true"], [role="tooltip"]')) return ''
        return [...node.childNodes].map(textOf).join('')
      }
      return [...element.querySelectorAll(line)]
        .filter((line) => line.closest('[aria-hidden="true"]') === null)
        .map((line) => [...line.querySelectorAll(part)].map((cell) => textOf(cell).trim()))
    },
    [line, part] as const,
  )
}

export async function expectRow(table: Locator, cells: ExpectedRow): Promise<void> {
  await expect(table).toBeVisible()
  await expect.poll(() => rows(table)).toContainEqual(expect.objectContaining(cells))
}

/** Waits until the table has exactly these rows, in this order; cells that are not named may hold anything. */
export async function expectRows(table: Locator, expected: readonly ExpectedRow[]): Promise<void> {
  await expect(table).toBeVisible()
  await expect.poll(() => rows(table)).toEqual(expected.map((cells) => expect.objectContaining(cells)))
}

/** Waits until every row says this first in this column, and there is at least one. */
export async function expectEveryRow(table: Locator, header: string, text: string): Promise<void> {
  await expect(table).toBeVisible()
  await expect
    .poll(async () => [
      ...new Set((await rows(table)).map(({ [header]: cell }) => (cell?.startsWith(text) ? text : cell))),
    ])
    .toEqual([text])
}

export function rowHeaderLinks(table: Locator): Locator {
  return table.getByRole('rowheader').getByRole('link')
}
