/** What stands on paper, read from the printed file as one would copy it out. */
import type { Page } from 'playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { compact } from './table.ts'

export interface Paper {
  readonly format: 'A4' | 'Letter'
  readonly landscape: boolean
}

/**
 * Prints the page as it stands, on the paper that it asks for where none is given, and says what is on each sheet, without gaps: where a
 * line breaks is a matter of the paper.
 */
export async function printed(page: Page, paper?: Paper): Promise<string[]> {
  const file = await page.pdf(paper ?? { preferCSSPageSize: true })
  const { text } = await extractText(new Uint8Array(file))
  return text.map(compact)
}

export async function isAcross(page: Page): Promise<boolean> {
  const file = await page.pdf({ preferCSSPageSize: true })
  const sheets = await getDocumentProxy(new Uint8Array(file))
  const { width, height } = (await sheets.getPage(1)).getViewport({ scale: 1 })
  return width > height
}

/**
 * Whether the sheets hold this text. Left out on both sides are characters that no font here can draw, which cannot be read back, and the
 * commas that group an amount.
 */
export function holds(sheets: string, text: string): boolean {
  return latin(sheets).includes(latin(compact(text)))
}

function latin(text: string): string {
  return text.replace(/[^\p{ASCII}]|,/gu, '')
}
