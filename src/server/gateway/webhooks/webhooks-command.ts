/** `npm run webhooks`: sends a test message, so that a receiver can be set up before anything happens. */
import { randomUUID } from 'node:crypto'
import { countText } from '../../../contract/count-text.ts'
import { configuredAccounts } from '../reader.ts'
import type { GatewaySettings } from '../settings.ts'
import { textFile } from '../watched-file.ts'
import { testMessage } from './message.ts'
import { WebhookSender } from './sender.ts'
import { readWebhooks } from './webhooks-file.ts'

export interface WebhooksCommand {
  /** Null for all of them. */
  readonly webhook: string | null
}

export const webhooksUsage = [
  'Usage:',
  '  npm run webhooks -- test          send a test message to every webhook in WEBHOOKS_FILE',
  '  npm run webhooks -- test NAME     send it to one',
]

export function readWebhooksCommand([name, webhook, ...more]: readonly string[]):
  | WebhooksCommand
  | undefined {
  return name === 'test' && more.length === 0 ? { webhook: webhook ?? null } : undefined
}

export async function runWebhooksCommand(settings: GatewaySettings, { webhook: wanted }: WebhooksCommand) {
  const { WEBHOOKS_FILE: path, CUSTODY_API_URL } = settings
  if (path === undefined) return { output: [], messages: ['WEBHOOKS_FILE is not set.'], exitCode: 1 }
  // Only their names are used.
  const accounts = configuredAccounts(settings, CUSTODY_API_URL === undefined ? '' : null)
  const text = await textFile(path).text()
  const { webhooks, console, faults } = readWebhooks(
    text,
    accounts.map(({ name }) => name),
  )
  const chosen = webhooks.filter(({ name }) => wanted === null || name === wanted)
  if (chosen.length === 0) {
    const none =
      wanted === null ? 'WEBHOOKS_FILE has no webhook that can be used.' : `There is no webhook ${wanted}.`
    return { output: [], messages: [...faults, none], exitCode: 1 }
  }
  const sender = new WebhookSender()
  try {
    const results = await Promise.all(
      chosen.map(async (webhook) => {
        const now = Date.now()
        const message = { id: `msg_${randomUUID()}`, body: testMessage(webhook.name, console, now) }
        const { signal } = new AbortController()
        return { ...(await sender.send(webhook, message, now, signal)), name: webhook.name }
      }),
    )
    const failed = results.filter(({ outcome }) => outcome !== 'delivered').length
    return {
      output: results.map(({ name, outcome, status, line }) =>
        [name, outcome === 'delivered' ? 'taken' : 'not taken', status, line].filter(Boolean).join('\t'),
      ),
      messages: [...faults, ...(failed > 0 ? [`${countText(failed)} not taken.`] : [])],
      exitCode: failed + faults.length > 0 ? 1 : 0,
    }
  } finally {
    await sender.close()
  }
}
