/** What becomes of a file that was made: it is handed to the browser, and the gateway is told. */
import { openSource } from '../api/pack-source.ts'
import type { ActivityReport } from '../contract/activity.ts'
import { activityPath, sessionMarkHeader } from '../contract/session.ts'
import type { ExportFacts } from '../files/facts.ts'

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/**
 * Hands bytes to the browser as a file to keep. In WebKit, files that come together are handed over one after another: it takes only
 * the last of several in one task, and tells nobody.
 */
export function saveBlob(name: string, blob: Blob): void {
  const now = performance.now()
  const wait = Math.max(0, freeAt - now)
  freeAt = now + wait + timeBetween()
  if (wait === 0) handOver(name, blob)
  else setTimeout(() => handOver(name, blob), wait)
}

/**
 * Time that WebKit is given to take a file before the next, in milliseconds. A tenth of it is enough where it has nothing else to do.
 * The vendor is the one name that every build of it goes by; other browsers take whatever they are given.
 */
function timeBetween(): number {
  return navigator.vendor.startsWith('Apple') ? 1_000 : 0
}

/** When the next file can be handed over, in milliseconds of the page's clock. */
let freeAt = 0

function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Nothing tells when the browser has taken the file. Some ask first, and Safari asks for it some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Tells the gateway, for its audit log. Nothing waits for it or fails with it, and it goes out even when the page is left. */
export function tellGateway(session: string, report: ActivityReport): void {
  if (openSource()) return
  fetch(activityPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', [sessionMarkHeader]: session },
    body: JSON.stringify(report),
  }).catch(() => {})
}

/** How a file ended, as the gateway is told. Null: there is none. */
export function activityEnd(facts: ExportFacts | null, failure: 'failed' | 'cancelled' = 'failed') {
  if (facts === null) return { outcome: failure, rows: null, sha256: null } as const
  const { completeness: outcome, rows, file } = facts
  return { outcome, rows, sha256: file.sha256 } as const
}
