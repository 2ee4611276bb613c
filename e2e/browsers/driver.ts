/** The few things that every browser's driver can do. */
export interface Driver {
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
  type(text: string): Promise<void>
  press(key: KeyboardKey, held?: 'Control'): Promise<void>
  choose(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type KeyboardKey = 'Enter' | 'Escape' | 'k' | 'j'

/** How wide and high the window's content is, in CSS pixels. */
export const windowSize = { width: 1440, height: 900 }
