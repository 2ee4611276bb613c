import { expect, test } from 'vitest'
import { unattendedHeader } from '../contract/session.ts'
import { attendanceHeaders, noteAct } from './attendance.ts'

test('requests are unattended once nobody did anything for a minute, and the gateway is told of acts once a minute', () => {
  const opened = Date.now() + 10
  expect(noteAct(opened)).toBe(false)
  expect(attendanceHeaders(opened)).toEqual({})
  expect(attendanceHeaders(opened + 59_999)).toEqual({})
  expect(attendanceHeaders(opened + 60_000)).toEqual({ [unattendedHeader]: '1' })
  // What was asked unattended told nobody: the next act does, and those after it need not.
  expect(noteAct(opened + 120_000)).toBe(true)
  expect(attendanceHeaders(opened + 120_000)).toEqual({})
  expect(noteAct(opened + 150_000)).toBe(false)
})
