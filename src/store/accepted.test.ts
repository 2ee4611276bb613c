import { describe, expect, it } from 'vitest'
import type { AcceptedFinding } from '../contract/accepted-findings.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { namedAccount } from './testing/records.ts'

const accepted: AcceptedFinding = {
  ...{ finding: 'f1', subject: 's1', facts: { memo: 'a\u0000b', severity: 'High' } },
  ...{ reason: 'Known \ud800 since\u0000 May.', by: 'Ann', at: '2026-11-26T12:00:00.000Z' },
}
const earlier: AcceptedFinding = {
  ...{ ...accepted, finding: 'f2', facts: undefined, at: '2026-11-25T12:00:00.000Z' },
}

describe.each(databaseKinds)('accepted findings, on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)

  it('are those of the account, the later of two stands, and each change is another revision', async () => {
    const [one, other] = [await namedAccount(store, 'one'), await namedAccount(store, 'other')].map(store.of)
    if (one === undefined || other === undefined) throw new Error('There are two accounts.')
    const revisions = [await one.revision()]
    const changed = async (change: Promise<boolean>) => {
      expect(await change).toBe(true)
      revisions.push(await one.revision())
    }
    const before = await other.revision()
    await changed(one.acceptFindings([accepted, earlier]))
    expect(await one.acceptedFindings()).toEqual([earlier, accepted])
    expect(await one.readMoment((moment) => moment.acceptedFindings())).toEqual([earlier, accepted])
    const later = { ...accepted, by: 'Cy', reason: 'Again.', at: '2026-11-27T12:00:00.000Z' }
    await changed(one.acceptFindings([later]))
    expect(await one.acceptedFindings()).toEqual([earlier, later])
    await changed(one.withdrawAcceptance('f2'))
    expect(await one.acceptedFindings()).toEqual([later])
    expect(new Set(revisions).size).toBe(4)
    expect(await one.withdrawAcceptance('f2')).toBe(false)
    expect(await other.withdrawAcceptance('f1')).toBe(false)
    expect(await one.revision()).toBe(revisions.at(-1))
    expect([await other.acceptedFindings(), await other.revision()]).toEqual([[], before])
  })

  it('come to no account that is forgotten', async () => {
    const account = await namedAccount(store, 'forgotten')
    await store.forget(account)
    expect(await store.of(account).acceptFindings([accepted])).toBe(false)
  })
})
