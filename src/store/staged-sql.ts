/** Of rows of `staged`, where it stands under its own name. */
export const ofLastPass = 'staged.pass = (select max(pass) from custody_store.staged where account = $1)'

/** Null if nothing is staged. */
export const knownToLastPass = `(select min(known) from custody_store.staged where account = $1 and ${ofLastPass})`

/** A row of `transaction`, under the name of `kept`, and what is staged of it. */
export const keptIsStaged =
  'kept.account = $1 and staged.account = $1 and kept.id = staged.id and kept.occurrence = staged.occurrence'

/**
 * The beginning of a statement that writes a page: `compared` has its rows with their occurrence, next to the staged and kept versions.
 * Records that share an id are numbered by their order within the pass. `lateral … limit 1` looks rows up by index: before its first
 * statistics, PostgreSQL would compare each row with everything staged.
 *
 * Parameters: the account; the argument of `recordset`; the pass; the place of the first row; the latest reading or update that was applied.
 */
export function comparedPage(recordset: string): string {
  return `
  with given as (select * from ${recordset}),
  earlier as (
    select id, (
      select count(*) from custody_store.staged
      where account = $1 and id = different.id and pass = $3::integer and place < $4::bigint
    ) as count
    from (select distinct id from given) as different
  ), page as (
    select given.*,
      coalesce(earlier.count, 0) + row_number() over (partition by given.id order by given.place) as occurrence
    from given left join earlier on earlier.id = given.id
  ), compared as (
    select page.*, staged.content as staged_content, coalesce(staged.record, kept.record) as staged_record,
      coalesce(kept.content = page.content and kept.rule = page.rule, false) as is_kept
    from page
    left join lateral (
      select content, record from custody_store.staged
      where account = $1 and id = page.id and occurrence = page.occurrence limit 1
    ) as staged on true
    left join lateral (
      select content, record, rule from custody_store.transaction
      where account = $1 and id = page.id and occurrence = page.occurrence limit 1
    ) as kept on true
  )`
}

/** Stages the place of rows of `compared` alone. */
export function stagePlaces(condition: string): string {
  return `insert into custody_store.staged (account, id, occurrence, pass, place, known, content, rule)
    select $1, id, occurrence, $3::integer, place, $5::bigint, content, rule from compared where ${condition}
    on conflict (account, id, occurrence) do update set pass = excluded.pass, place = excluded.place,
      known = excluded.known, content = excluded.content, rule = excluded.rule, record = null`
}

/** What is asked of rows of `compared`: whether no page before had it, and the record that one had otherwise. */
export const comparedColumns = `place, staged_content is null as is_new,
    case when staged_content <> content then staged_record end as before`
