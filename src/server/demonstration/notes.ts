import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { Random } from './prng.ts'

/** What a note is about: the type of the transaction, or something closer to be plausible. */
export type Occasion = Exclude<TransactionType, 'rebalance'> | 'to cold' | 'to warm' | 'payroll'

/**
 * Mostly empty, otherwise a short remark in one of the organisation's languages; often the reason, where somebody stopped the
 * transaction.
 */
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
  // A few are long, have line breaks, or mix directions: notes are free text.
  if (withStranger && random.chance(0.04)) return fill(random, random.pick(unusual), recordedAt)
  return fill(random, random.pick(remarks[occasion]), recordedAt)
}

/** Fills in {n}, {day}, {month}, {quarter} and {year}. */
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
  'Abgelehnt: Empfängeradresse nicht durch Vier-Augen-Prinzip bestätigt',
  '承認者が受取人を確認できなかったため却下',
  'Refusé : justificatif manquant',
  'Recusado – aguardando documento do beneficiário',
  'مرفوض: لم تكتمل بيانات المستفيد',
]

const reasons: Readonly<Partial<Record<TransactionStatus, readonly string[]>>> = {
  rejected: [
    'Over the daily limit; split and resubmitted as OPS-{n}',
    'Rejected by policy: outside approval hours',
    'Abgelehnt: Limit überschritten',
    '上限超過のため却下',
    'Refusé : deuxième signataire absent',
    '승인 정책에 따라 거절됨',
  ],
  cancelled: [
    'Duplicate of OPS-{n}',
    'Entered with the wrong amount, replaced',
    'Client withdrew the instruction',
    'Storniert – doppelt erfasst',
    '중복 요청으로 취소',
    'Annulé à la demande du client',
    '金額誤りのため取消',
    'Cancelado pelo operador, taxa de rede alta demais',
  ],
  failed: [
    'Dropped from the mempool, never mined',
    'Nonce already used; see OPS-{n}',
    'Signing quorum not reached in time',
    'Netzwerk überlastet, Frist abgelaufen',
    'ネットワーク混雑によりタイムアウト',
    'Expirée avant diffusion',
    '서명 시간 초과',
  ],
}

const remarks: Readonly<Record<Occasion, readonly string[]>> = {
  deposit: [
    'Client funding {month}',
    'Sale proceeds, trade {n}',
    'Einzahlung, Ref. {n}',
    '入金確認済み',
    'Depósito, ref. {n}',
    'إيداع رقم {n}',
    '입금 확인',
    'Remboursement du dépôt de garantie',
    'Return of collateral',
    'Screened, no findings',
  ],
  withdraw: [
    'OTC settlement, trade {n}',
    'Settlement against EUR, value date {day}',
    'Redemption, ticket OPS-{n}',
    'Margin call – urgent',
    'Test transfer before the full amount 🧪',
    'Auszahlung, Auftrag {n}',
    '{month} 月次決済',
    'お客様の出金指示 {n}',
    'Liquidação da operação {n}',
    'Resgate solicitado em {day}',
    'Règlement de la transaction {n}',
    'Rachat – virement du {day}',
    'تسوية الصفقة رقم {n}',
    'سحب حسب التعليمات',
    '정산 {day}',
    '출금 요청 #{n}',
    '✅ confirmed by phone with both signatories',
    'Quarterly distribution {quarter} {year}',
  ],
  payroll: [
    'Payroll {month}',
    'Invoice {year}-{n}',
    'Gehälter {month}',
    'Lieferantenrechnung {n} – Skonto bis {day}',
    '取引先への支払い（請求書 {n}）',
    'Pagamento de fornecedor, fatura {n}',
    'Règlement facture {n}',
    '거래처 대금 지급 #{n}',
    'راتب شهر {month}',
  ],
  'to cold': [
    'Weekly sweep to cold',
    'Warm wallet above limit',
    'Umschichtung auf Cold Storage gemäß Limit',
    'コールドへの移動（週次）',
    'Rééquilibrage hebdomadaire',
    'نقل إلى التخزين البارد',
    '콜드 월렛 이동 ❄️',
    'Quarter-end concentration {quarter} {year}',
  ],
  'to warm': [
    'Top-up for Monday settlements',
    'Below the lower limit',
    'Auffüllung gemäß Mindestbestand',
    'ウォームウォレットへの補充',
    'Reforço de liquidez',
    'Réapprovisionnement',
    'تعزيز السيولة',
    '웜 월렛 보충',
  ],
  stake: [
    'Delegation per investment committee {day}',
    'Restaking of rewards',
    'Delegierung gemäß Beschluss vom {day}',
    'ステーキング（委任）',
    'Délégation approuvée',
    '🌱 new validator',
  ],
  claim: [
    'Monthly rewards {month}',
    'Staking-Erträge {month}',
    '報酬の受け取り',
    'Récompenses {quarter}',
    'Recompensas de {month}',
    '스테이킹 보상',
  ],
  unstake: [
    'Liquidity for client redemptions',
    'Validator commission raised – reducing exposure',
    'Teilweise Auflösung',
    '委任の一部解除',
    'Réduction de la délégation',
  ],
  'change pool': [
    'Pool saturated',
    'Pool retires at the end of the epoch',
    'Poolwechsel wegen Sättigung',
    'プール変更',
    'Mudança de pool – margem menor',
  ],
}

const unusual: readonly string[] = [
  'Two-step settlement:\n1. leg against EUR (done)\n2. this leg\nQuestions: settlements desk, ext. {n}',
  'Prüfung abgeschlossen.\nFreigabe durch zwei Personen am {day}.',
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
