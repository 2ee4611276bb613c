/**
 * The places of rows among each other. Positions are sparse, so that a record that is new at either end, or between two, changes no other.
 * Where a reading has the rows in another order, or too many come between two, all are numbered anew around it.
 */
import { countIn } from './applied.ts'
import type { WrittenAccount } from './scope.ts'
import { keptIsStaged, ofLastPass } from './staged-sql.ts'
import { derivedColumns, derivedOf } from './transaction-columns.ts'

/** Between two neighbours that are numbered at once. */
export const positionStep = 1_048_576

/** What a staged reading has beside the rows that are kept. */
export interface StagedSurvey {
  /** Not kept. */
  readonly fresh: number
  /** Kept with another content, as far as was known when they were staged. */
  readonly differing: number
  /** Kept as gone or as no longer listed. */
  readonly absent: number
  /** Kept as listed, and in the last pass. */
  readonly listed: number
  /** Kept rows are in a different order, or there is no room between them for new ones. */
  readonly isCrowded: boolean
}

/** One look at all rows: a reading without news needs no other. */
export async function surveyStaged({ queries, account }: WrittenAccount): Promise<StagedSurvey> {
  const [row] = await queries.query<'fresh' | 'differing' | 'absent' | 'listed' | 'crowded'>(surveyRows, [
    account,
  ])
  return {
    fresh: Number(row?.fresh),
    differing: Number(row?.differing),
    absent: Number(row?.absent),
    listed: Number(row?.listed),
    isCrowded: row?.crowded !== '0',
  }
}

/** The last pass has the first ranks. Rows that only an earlier one had say nothing about the order of those that are kept. */
const surveyRows = `
  select count(*) filter (where is_new and is_given) as fresh, count(*) filter (where not is_new and is_given) as differing,
    count(*) filter (where is_absent) as absent,
    count(*) filter (where not is_new and is_last and not is_absent) as listed,
    count(*) filter (where not is_new and is_last and position - position_above < rank - rank_above) as crowded
  from (
    select is_new, is_given, is_absent, is_last, position, rank,
      lag(position) over (partition by is_new order by rank) as position_above,
      lag(rank) over (partition by is_new order by rank) as rank_above
    from (
      select kept.account is null as is_new, staged.record is not null as is_given, ${ofLastPass} as is_last,
        kept.unlisted_in is not null or kept.gone_in is not null as is_absent, kept.position,
        row_number() over (order by staged.pass desc, staged.place) as rank
      from custody_store.staged left join custody_store.transaction as kept on ${keptIsStaged}
      where staged.account = $1
    ) as ranked
  ) as neighbours`

/** Inserts what is staged and not kept. `listed`: a condition on `staged`; others are inserted as no longer listed. */
export async function placeStaged(
  { queries, account, writtenAt }: WrittenAccount,
  reading: string,
  listed: string,
  { fresh, isCrowded }: StagedSurvey,
): Promise<{ added: number; addedUnlisted: number; undated: number }> {
  const inserted = fresh > 0 ? await insertFresh() : undefined
  const undated = fresh > 0 ? await countIn(queries, undateShared, [account, reading]) : 0
  if (isCrowded) await queries.query(numberAnew, [account, reading])
  return { added: Number(inserted?.added ?? 0), addedUnlisted: Number(inserted?.unlisted ?? 0), undated }

  async function insertFresh() {
    const [counts] = await queries.query<'added' | 'unlisted'>(
      `with inserted as (${isCrowded ? insertAnywhere(listed, writtenAt) : insertBetween(listed, writtenAt)} returning unlisted_in)
       select count(*) as added, count(unlisted_in) as unlisted from inserted`,
      [account, reading],
    )
    return counts
  }
}

const ordered = `
  select staged.id, staged.occurrence, kept.position, kept.account is null as is_new,
    row_number() over (order by staged.pass desc, staged.place) as rank
  from custody_store.staged left join custody_store.transaction as kept on ${keptIsStaged}
  where staged.account = $1
    and case when kept.account is null then staged.record is not null else ${ofLastPass} end`

/** Kept positions rise with the rank here, so that the running maximum is the nearest one. */
function insertBetween(listed: string, writtenAt: number): string {
  return `
    with neighbours as (
      select ordered.*, max(position) over (order by rank) as above, min(position) over (order by rank desc) as below
      from (${ordered}) as ordered
    ), placed as (
      select id, occurrence, above, below, count(*) over (partition by above) as many,
        row_number() over (partition by above order by rank) as nth
      from neighbours where is_new
    ), ends as (
      select min(position) as lowest, max(position) as highest from custody_store.transaction where account = $1
    )
    ${insertStaged(
      listed,
      writtenAt,
      `case
        when above is null then coalesce(lowest, (many + 1) * ${positionStep}) - (many + 1 - nth) * ${positionStep}
        when below is null then highest + nth * ${positionStep}
        else above + trunc((below - above)::numeric * nth / (many + 1))::bigint
      end`,
    )}
    from placed cross join ends join custody_store.staged
      on staged.account = $1 and staged.id = placed.id and staged.occurrence = placed.occurrence`
}

/** Which of the records of one id is which is told by their places alone: with another one, a day may be that of any of them. */
const undateShared = `
  update custody_store.transaction as kept set recorded_from = null, recorded_before = null
  from custody_store.staged join custody_store.transaction as added
    on added.account = $1 and added.id = staged.id and added.occurrence = staged.occurrence
  where staged.account = $1 and staged.occurrence > 1 and added.first_seen = $2::bigint
    and kept.account = $1 and kept.id = staged.id and kept.recorded_from is not null
  returning 1`

/** They are numbered with all others afterwards. */
function insertAnywhere(listed: string, writtenAt: number): string {
  return `${insertStaged(listed, writtenAt, String(2n ** 62n))}
    from custody_store.staged
    where staged.account = $1 and staged.record is not null and not exists (
      select 1 from custody_store.transaction as kept where ${keptIsStaged})`
}

function insertStaged(listed: string, writtenAt: number, position: string): string {
  return `insert into custody_store.transaction
      (account, id, occurrence, position, record, first_seen, written_at, unlisted_in, ${derivedColumns.join(', ')})
    select $1, staged.id, staged.occurrence, ${position}, staged.record, $2::bigint, ${writtenAt},
      case when ${listed} then null else $2::bigint end, ${derivedOf('staged')}`
}

/** A row that the reading does not have stays after the one that it followed. */
const numberAnew = `
  with ranked as (
    select staged.id, staged.occurrence, row_number() over (order by staged.pass desc, staged.place) as rank
    from custody_store.staged join custody_store.transaction as kept on ${keptIsStaged}
    where ${ofLastPass} or kept.first_seen = $2::bigint
  ), followed as (
    select kept.id, kept.occurrence, kept.position, ranked.rank,
      count(ranked.rank) over (order by kept.position, kept.id, kept.occurrence) as preceding
    from custody_store.transaction as kept
    left join ranked on ranked.id = kept.id and ranked.occurrence = kept.occurrence
    where kept.account = $1
  ), anchored as (
    select followed.*, coalesce(max(rank) over (partition by preceding), 0) as anchor from followed
  ), numbered as (
    select id, occurrence, position,
      ${positionStep} * row_number() over (order by anchor, rank is null, position, id, occurrence) as number
    from anchored
  )
  update custody_store.transaction as kept set position = numbered.number from numbered
  where kept.account = $1 and kept.id = numbered.id and kept.occurrence = numbered.occurrence
    and kept.position <> numbered.number`
