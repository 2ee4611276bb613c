import { useEffect } from 'react'
import { getJson } from '../../api/request.ts'

/** Has the browser keep every file of the console, so that a pack opens without a network. The page itself comes first. */
export function useWholeConsole(): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchFiles(), 1000)
    return () => clearTimeout(timer)
  }, [])
}

/** What cannot be fetched now may come later. */
async function fetchFiles(): Promise<void> {
  // Written by the build. The development server has none.
  const files = await getJson('/files.json', '/files.json').catch(() => [])
  if (!Array.isArray(files)) return
  for (const file of files) await fetch(String(file)).catch(() => {})
}
