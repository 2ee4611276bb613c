let shown: string | null = null

/** The mark of the session whose records this tab shows, in which everything is asked: see `ask`. Null before there was one. */
export function shownSession(): string | null {
  return shown
}

/** From now on everything is asked in this session, which may have ended: then nothing is answered until somebody signs in to it. */
export function showSession(mark: string): void {
  shown = mark
}
