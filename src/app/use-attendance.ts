import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { noteAct } from '../api/request.ts'
import { sessionQuery, warnedSeconds } from '../api/session.ts'
import type { SessionState } from '../contract/session.ts'

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Tells the gateway, at most once a minute, that somebody is here, also where nothing is read. Once the session is about to end for want of
 * that, `isLeaving` asks for an answer instead, and `stay` gives it.
 */
export function useAttendance(state: SessionState | undefined) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const left = state?.idleSeconds ?? null
  const isLeaving = left !== null && left <= warnedSeconds
  useEffect(() => {
    if (isLeaving) return
    const ended = new AbortController()
    const acted = () => {
      if (noteAct()) void client.refetchQueries({ queryKey: sessionQuery.queryKey })
    }
    for (const act of acts)
      window.addEventListener(act, acted, { signal: ended.signal, passive: true, capture: true })
    return () => ended.abort()
  }, [client, isLeaving])
  const stay = async () => {
    noteAct()
    setBusy(true)
    await client.refetchQueries({ queryKey: sessionQuery.queryKey })
    setBusy(false)
  }
  return { isLeaving, busy, stay: () => void stay() }
}
