/** Findings of the whitelist review that somebody accepted. They are what people said, and need no lease. */
import * as z from 'zod/mini'
import type { AcceptedFinding } from '../contract/accepted-findings.ts'
import type { Queries } from '../database/database.ts'
import { databaseText, fromDatabaseText } from './database-text.ts'
import { type AccountScope, afterMoments, nextRevision } from './scope.ts'

/** The earliest first. */
export async function acceptedFindings(
  queries: Queries,
  account: string,
): Promise<readonly AcceptedFinding[]> {
  const rows = await queries.query<(typeof columns)[number]>(
    `select ${columns.join(', ')} from custody_store.accepted_finding where account = $1
     order by accepted_at, finding`,
    [account],
  )
  return rows.map((row) => {
    const text = (name: keyof typeof row) => fromDatabaseText(row[name] ?? '')
    return {
      ...{ finding: text('finding'), subject: text('subject'), facts: factsIn(row.facts) },
      ...{ reason: text('reason'), by: text('accepted_by'), at: text('accepted_at') },
    }
  })
}

const columns = ['finding', 'subject', 'facts', 'reason', 'accepted_by', 'accepted_at'] as const

/** A later acceptance replaces an earlier one of the same finding. False for an account that the store does not have. */
export async function acceptFindings(
  { database, account }: AccountScope,
  findings: readonly AcceptedFinding[],
): Promise<boolean> {
  const rows = findings.map(({ finding, subject = '', facts, reason, by, at }) => ({
    ...{ finding, subject, facts: facts && JSON.stringify(facts), reason: databaseText(reason) },
    ...{ accepted_by: databaseText(by), accepted_at: at },
  }))
  const later = columns.filter((name) => name !== 'finding').map((name) => `${name} = excluded.${name}`)
  const changed = await afterMoments(database, () =>
    database.query(
      `with held as (
       select account from custody_store.account where account = $1 and not is_forgotten for update
     ), accepted as (
       insert into custody_store.accepted_finding (account, ${columns.join(', ')})
       select account, ${columns.map((name) => `given.${name}`).join(', ')}
       from held, json_to_recordset($2::json) as given(${columns.map((name) => `${name} text`).join(', ')})
       on conflict (account, finding) do update set ${later.join(', ')}
       returning 1
     ) ${renewRevision('accepted')}`,
      [account, JSON.stringify(rows)],
    ),
  )
  return changed.length > 0
}

/** False where it was not accepted. */
export async function withdrawAcceptance(
  { database, account }: AccountScope,
  finding: string,
): Promise<boolean> {
  const changed = await afterMoments(database, () =>
    database.query(
      `with withdrawn as (
       delete from custody_store.accepted_finding where account = $1 and finding = $2 returning 1
     ) ${renewRevision('withdrawn')}`,
      [account, databaseText(finding)],
    ),
  )
  return changed.length > 0
}

/** Reports say which findings are accepted, and are kept by revision. */
function renewRevision(changed: string): string {
  return `update custody_store.account set revision = ${nextRevision}
    where account = $1 and not is_forgotten and exists (select 1 from ${changed}) returning 1`
}

function factsIn(text: string | null): AcceptedFinding['facts'] {
  return text === null ? undefined : factsForm.safeParse(JSON.parse(text)).data
}

const factsForm = z.record(z.string(), z.string())
