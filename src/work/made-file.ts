import { openSource } from '../api/pack-source.ts'
import { activityPath, sessionMarkHeader } from '../contract/session.ts'
import type { ActivityReport } from '../contract/session-bodies.ts'
import type { WrittenFile } from '../files/written-file.ts'

/** WebKit takes only the last of several files in one task, without an error, so files are saved at intervals. */
export function saveBlob(name: string, blob: Blob): void {
  const now = performance.now()
  const wait = Math.max(0, freeAt - now)
  freeAt = now + wait + timeBetween()
  if (wait === 0) handOver(name, blob)
  else setTimeout(() => handOver(name, blob), wait)
}

/** Milliseconds, ten times what an idle WebKit needs. Every WebKit build has this vendor; other browsers need no pause. */
function timeBetween(): number {
  return navigator.vendor.startsWith('Apple') ? 1_000 : 0
}

let freeAt = 0

function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // No event says that the browser has the file. Some ask first, and Safari asks some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** For the gateway's audit log. It never fails, nothing waits for it, and it is sent even when the page is left. */
export function tellGateway(session: string, report: ActivityReport): void {
  if (openSource()) return
  fetch(activityPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', [sessionMarkHeader]: session },
    body: JSON.stringify(report),
  }).catch(() => {})
}

export function activityEnd(written: WrittenFile | null, failure: 'failed' | 'cancelled' = 'failed') {
  if (written === null) return { outcome: failure, rows: null, sha256: null } as const
  const { completeness: outcome, rows, sha256 } = written
  return { outcome, rows, sha256 } as const
}
