import { expect, test } from 'vitest'
import { idleHeader } from '../contract/session.ts'
import { attendanceHeaders, noteAct } from './request.ts'

test('requests say how long ago the last act was, and the gateway is told of acts once a minute', () => {
  const opened = Date.now() + 10
  expect(noteAct(opened)).toBe(false)
  expect(attendanceHeaders(opened)).toEqual({ [idleHeader]: '0' })
  // What the console asks by itself is no act, however soon it comes.
  expect(attendanceHeaders(opened + 59_999)).toEqual({ [idleHeader]: '59999' })
  expect(noteAct(opened + 50_000)).toBe(false)
  expect(noteAct(opened + 60_000)).toBe(true)
  expect(attendanceHeaders(opened + 60_000)).toEqual({ [idleHeader]: '0' })
  expect(noteAct(opened + 90_000)).toBe(false)
})
