import { useEffect } from 'react'
import { getJson } from '../api/request.ts'
import type { PagePath } from '../url/pages.ts'

/** On the page where packs are opened: has the browser keep every file of the console, so that one opens without a network too. */
export function useWholeConsole(pathname: string): void {
  const isNear = pathname === verifyPath
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => void fetchWholeConsole(), readyAfter)
    return () => clearTimeout(timer)
  }, [isNear])
}

const verifyPath: PagePath = '/verify'
/** Milliseconds; the page itself comes first. */
const readyAfter = 1000

/** Written by the build: the path of every file of the console. The development server has none. */
const listPath = '/files.json'

/** What cannot be fetched now may come later. */
async function fetchWholeConsole(): Promise<void> {
  const files = await getJson(listPath, listPath).catch(() => [])
  if (!Array.isArray(files)) return
  for (const file of files) await fetch(String(file)).catch(() => {})
}
