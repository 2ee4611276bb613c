import { expect, test } from 'vitest'
import { keptAcceptances } from './kept-acceptances.ts'

const one = { finding: 'a'.repeat(32), by: 'Ann', at: '2026-11-26T12:00:00.000Z', reason: 'Known.' }
const other = { ...one, finding: `${'b'.repeat(32)}.2`, subject: 'c'.repeat(32) }

test('what a browser kept is read as it was written, without what rests on it', () => {
  const kept = [one, { ...other, facts: { severity: 'High' } }]
  expect(keptAcceptances(JSON.stringify({ accepted: kept }, null, 2))).toEqual([one, other])
})

test.each([null, '', '[]', '{', '{"accepted":1}', '{"accepted":[null,1,{}]}'])(
  'of %j nothing is kept',
  (text) => {
    expect(keptAcceptances(text)).toEqual([])
  },
)

test.each([{ finding: 'x' }, { by: ' ' }, { at: 1 }, { reason: undefined }])(
  'what has %j is no acceptance, and others beside it are',
  (wrong) => {
    expect(keptAcceptances(JSON.stringify({ accepted: [{ ...one, ...wrong }, other] }))).toEqual([other])
  },
)
