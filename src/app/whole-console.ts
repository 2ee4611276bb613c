import { getJson } from '../api/request.ts'

/** Written by the build: the path of every file of the console. The development server has none. */
const listPath = '/files.json'

/** Has the browser keep every file of the console, so that a page can go offline and open a pack. What cannot be fetched now may come later. */
export async function fetchWholeConsole(): Promise<void> {
  const files = await getJson(listPath, listPath).catch(() => [])
  if (!Array.isArray(files)) return
  for (const file of files) await fetch(String(file)).catch(() => {})
}
