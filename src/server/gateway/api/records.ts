/** One record: asked of the service now, and compared with the one that is kept. */
import { parseBody } from '../../../contract/answer-body.ts'
import type {
  ConsoleTransaction,
  FieldDifference,
  ListName,
  RecordAnswer,
} from '../../../contract/console-api.ts'
import type { ServiceErrorCode } from '../../../contract/error-codes.ts'
import type { Vault } from '../../../contract/normal-records.ts'
import { getTransaction, getVault, type Records } from '../../../sync/service/endpoints.ts'
import { normaliseTransaction, normaliseVault } from '../../../sync/service/normalise.ts'
import { recordDifferences } from '../../../sync/service/record-differences.ts'
import type { ServiceRead } from '../../../sync/service/service-read.ts'
import { Refusal, ServiceFailure } from '../../http.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { serviceBasis, storeBasis } from './basis.ts'
import { recordedOf } from './console-records.ts'
import { type ApiContext, databaseAway, isKnown, ofOneRevision, withinTime } from './kept-or-asked.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

/** Milliseconds to wait for the service while the kept record could be shown instead. */
const servicePatience = 5000

export function answerTransaction(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  return recordAnswer(context, call, {
    list: 'transactions',
    denial: 'TXN-04',
    reading: getTransaction(call.value),
    async keptRecord({ rows }, signal) {
      const query = { transaction_id: [call.value] }
      const [row] = await rows.transactionPage(query, { limit: 1, offset: 0 }, { signal })
      return row ? { ...normaliseTransaction(parseBody(row.record)), ...recordedOf(row) } : null
    },
    joined: (record, kept): ConsoleTransaction => ({
      ...record,
      recorded: kept?.recorded ?? null,
      ...(kept?.isUnlisted && { isUnlisted: true }),
    }),
  })
}

export function answerVault(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  return recordAnswer(context, call, {
    list: 'vaults',
    denial: 'VAL-02',
    reading: getVault(call.value),
    async keptRecord({ rows }, signal) {
      const query = { vault_id: [call.value] }
      const { records } = await rows.listPage('vaults', query, { limit: 1, offset: 0 }, { signal })
      return records[0] === undefined ? null : normaliseVault(parseBody(records[0]))
    },
    joined: (record): Vault => record,
  })
}

interface RecordSources<R, Row> {
  readonly list: ListName
  /** The code with which the service denies it. */
  readonly denial: ServiceErrorCode
  readonly reading: ServiceRead<Records<R>>
  keptRecord(kept: KeptRecords, signal: AbortSignal): Promise<Row | null>
  joined(record: R, kept: Row | null): Row
}

async function recordAnswer<R extends object, Row extends object>(
  context: ApiContext,
  call: ApiCall,
  { list, denial, reading, keptRecord, joined }: RecordSources<R, Row>,
): Promise<ApiAnswer> {
  const { settings, pages } = context
  const known = await withinTime(settings.DATABASE_TIMEOUT_SECONDS, call.signal, (signal) =>
    ofOneRevision(context, call, async (records) => ({
      records,
      kept: isKnown(records, list) ? await keptRecord(records, signal) : null,
    })),
  )
  const { records, kept } = 'unanswered' in known ? { records: databaseAway, kept: null } : known
  const isKept = 'rows' in records && kept !== null
  if (call.session.pack !== null) {
    if (!isKept) throw new Refusal(denial)
    return answerOf<Row>({ ...storeBasis(records, list), record: kept, differences: null, silence: null })
  }
  const patience = isKept ? Math.min(servicePatience, 1000 * settings.UPSTREAM_TIMEOUT_SECONDS) : undefined
  try {
    const answer = await pages.read(reading, call, records, patience)
    const [read] = answer.records
    if (read === undefined) throw new Refusal(denial)
    const record = joined(read, kept)
    const differences = kept && differencesOf(kept, record)
    return answerOf<Row>({ ...serviceBasis(records, answer.receivedAt), record, differences, silence: null })
  } catch (error) {
    const isTold = error instanceof Refusal || error instanceof ServiceFailure
    if (!isTold || !isKept) throw error
    if (error.code === denial) throw new Refusal(denial, deniedText(error, records))
    // Anything but a refusal of the key or of the request: it does not answer, or not with a record.
    if (['ERR-00', 'ERR-02'].includes(error.code)) throw error
    const message = error instanceof ServiceFailure ? error.body.error_message : error.details
    const silence = { code: error.code, message }
    return answerOf<Row>({ ...storeBasis(records, list), record: kept, differences: null, silence })
  }
}

function answerOf<Row extends object>({ record, ...answer }: RecordAnswer<Row>): ApiAnswer {
  const { text: _, ...plain }: Row & { readonly text?: string } = record
  return { body: { ...answer, record: plain }, outcome: { rows: 1, from: answer.from } }
}

/** In the fields of the specification. */
function differencesOf(kept: object, now: object): readonly FieldDifference[] {
  const beside = { recorded: null, isUnlisted: null }
  const differences = recordDifferences({ ...kept, ...beside }, { ...now, ...beside })
  return differences.map(({ field, before, after }) => ({ field, kept: before, now: after }))
}

function deniedText(error: Refusal | ServiceFailure, { standing }: KeptRecords): string {
  const details = error instanceof ServiceFailure ? error.body.details : error.details
  const asOf = (standing.state.asOf ?? '').slice(0, 16).replace('T', ' ')
  return `${details} The records that are kept here had it at ${asOf} UTC.`
}
