/** What a browser is asked to do, in the few ways that every driver of one has. */
export interface Driver {
  /** The folder in which it keeps what it downloads. */
  readonly downloads: string
  open(address: string): Promise<void>
  back(): Promise<void>
  /** Calls a function in the page; it sees nothing but its arguments. */
  evaluate<Given extends readonly unknown[], Result>(
    inPage: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>>
  /** Presses the pointer at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Types, one key right after the other. */
  type(text: string): Promise<void>
  /** Presses one key, held with Control where asked. */
  press(key: Key, held?: 'Control'): Promise<void>
  /** Gives files to the page's first field for files. */
  choose(paths: readonly string[]): Promise<void>
  /** The page on A4, as PDF; null where the driver cannot print. */
  print(): Promise<Uint8Array | null>
  close(): Promise<void>
}

/** Keys by the names that both drivers know, and letters. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Backspace' | 'k' | 'j' | ']'

/** How wide and high the window's content is, in CSS pixels. */
export const windowSize = { width: 1440, height: 900 }
