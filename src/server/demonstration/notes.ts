import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { Random } from './prng.ts'

export type Occasion = Exclude<TransactionType, 'rebalance'> | 'to cold' | 'to warm' | 'payroll'

/** Mostly empty, else a short remark. Where somebody stopped the transaction it is often the reason. */
export function drawNote(
  random: Random,
  occasion: Occasion,
  status: TransactionStatus,
  recordedAt: number,
): string {
  const withStranger = occasion === 'deposit' || occasion === 'withdraw'
  if (occasion !== 'deposit' && random.chance(0.6)) {
    const because = [...(reasons[status] ?? [])]
    if (status === 'rejected' && withStranger) because.push(...doubtsAboutPayee)
    if (because.length > 0) return fill(random, random.pick(because), recordedAt)
  }
  if (!random.chance(occasion === 'deposit' ? 0.07 : 0.17)) return ''
  // Notes are free text: a few are long, have line breaks or mix directions.
  if (withStranger && random.chance(0.04)) return fill(random, random.pick(unusual), recordedAt)
  return fill(random, random.pick(remarks[occasion]), recordedAt)
}

function fill(random: Random, text: string, recordedAt: number): string {
  if (!text.includes('{')) return text
  const [year = '', month = '', day = ''] = new Date(recordedAt).toISOString().slice(0, 10).split('-')
  return text
    .replaceAll('{n}', String(random.between(1042, 9871)))
    .replaceAll('{day}', `${year}-${month}-${day}`)
    .replaceAll('{month}', `${year}-${month}`)
    .replaceAll('{quarter}', `Q${Math.ceil(Number(month) / 3)}`)
    .replaceAll('{year}', year)
}

const doubtsAboutPayee: readonly string[] = [
  'Second approver could not verify the beneficiary by phone',
  'Travel rule data missing',
  '承認者が受取人を確認できなかったため却下',
  'Recusado – aguardando documento do beneficiário',
  'مرفوض: لم تكتمل بيانات المستفيد',
]

const reasons: Readonly<Partial<Record<TransactionStatus, readonly string[]>>> = {
  rejected: [
    'Over the daily limit; split and resubmitted as OPS-{n}',
    '上限超過のため却下',
    '승인 정책에 따라 거절됨',
  ],
  cancelled: [
    'Duplicate of OPS-{n}',
    'Client withdrew the instruction',
    '중복 요청으로 취소',
    'Cancelado pelo operador, taxa de rede alta demais',
  ],
  failed: [
    'Dropped from the mempool, never mined',
    'Signing quorum not reached in time',
    'ネットワーク混雑によりタイムアウト',
  ],
}

const remarks: Readonly<Record<Occasion, readonly string[]>> = {
  deposit: [
    'Client funding {month}',
    'Einzahlung, Ref. {n}',
    '入金確認済み',
    'إيداع رقم {n}',
    'Screened, no findings',
  ],
  withdraw: [
    'OTC settlement, trade {n}',
    'Settlement against EUR, value date {day}',
    'Test transfer before the full amount 🧪',
    '{month} 月次決済',
    'Liquidação da operação {n}',
    'Rachat – virement du {day}',
    'تسوية الصفقة رقم {n}',
    '출금 요청 #{n}',
    '✅ confirmed by phone with both signatories',
    'Quarterly distribution {quarter} {year}',
  ],
  payroll: [
    'Payroll {month}',
    'Invoice {year}-{n}',
    'Lieferantenrechnung {n} – Skonto bis {day}',
    'Règlement facture {n}',
    'راتب شهر {month}',
  ],
  'to cold': [
    'Weekly sweep to cold',
    'Warm wallet above limit',
    'コールドへの移動（週次）',
    'نقل إلى التخزين البارد',
    'Quarter-end concentration {quarter} {year}',
  ],
  'to warm': [
    'Top-up for Monday settlements',
    'Auffüllung gemäß Mindestbestand',
    'ウォームウォレットへの補充',
    'تعزيز السيولة',
  ],
  stake: [
    'Delegation per investment committee {day}',
    'Delegierung gemäß Beschluss vom {day}',
    'Délégation approuvée',
    '🌱 new validator',
  ],
  claim: ['Monthly rewards {month}', '報酬の受け取り', 'Récompenses {quarter}'],
  unstake: [
    'Liquidity for client redemptions',
    'Validator commission raised – reducing exposure',
    '委任の一部解除',
  ],
  'change pool': ['Pool saturated', 'Poolwechsel wegen Sättigung', 'プール変更'],
}

const unusual: readonly string[] = [
  'Two-step settlement:\n1. leg against EUR (done)\n2. this leg\nQuestions: settlements desk, ext. {n}',
  'دفعة إلى Aldermoor OTC مقابل الفاتورة INV-{n} بتاريخ {day} (تمت المراجعة)',
  'תשלום עבור הזמנה {n} (PO-{n}), אושר ✔',
  '\u2067تسوية {n}\u2069 – matched with the counterparty',
  'Transfer of the client assets that were held at the previous custodian under the agreement of {day}. The ' +
    'amount was reconciled with the closing statement of the previous custodian to the last unit, the difference ' +
    'of the earlier statement having been explained by rewards that were credited after its cut-off. Both parties ' +
    'have confirmed the addresses in a recorded call, a test transfer was received and acknowledged beforehand, and ' +
    'the audit file is kept under reference AUD-{n}. Please do not aggregate with other movements: the auditors ' +
    'have asked for this one to remain visible as a single line.',
  '👩‍💻➡️🏦 ok',
]
