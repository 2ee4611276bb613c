import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../testing/folder.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { readGatewaySettings } from '../settings.ts'
import { readWebhooksCommand, runWebhooksCommand } from './webhooks-command.ts'

it('npm run webhooks sends a test message to each webhook or to one, and says what was answered', async () => {
  const [one, other] = [await startWebhookReceiver(), await startWebhookReceiver()]
  for (const { close } of [one, other]) onTestFinished(close)
  other.state.status = 500
  const path = join(await newFolder(), 'webhooks.json')
  const entry = ({ url, secret }: typeof one, name: string) => ({ name, url, secret, when: { failed: true } })
  const webhooks = [entry(one, 'one'), entry(other, 'other'), { name: 'third' }]
  await writeFile(path, JSON.stringify({ console: 'https://console.example', webhooks }))
  const run = async (webhook: string | null, environment = { WEBHOOKS_FILE: path }) => {
    const { settings } = readGatewaySettings(environment)
    return settings && (await runWebhooksCommand(settings, { webhook }))
  }
  const fault = expect.stringMatching(/^Webhook 3 \(third\) is not used: /)
  expect(await run(null)).toEqual({
    output: ['one\ttaken\t204', 'other\tnot taken\t500'],
    ...{ messages: [fault, '1 not taken.'], exitCode: 1 },
  })
  expect(one.taken).toMatchObject([
    { type: 'test', text: 'Test of the webhook one. https://console.example' },
  ])
  expect(await run('one')).toEqual({ output: ['one\ttaken\t204'], messages: [fault], exitCode: 1 })
  expect(other.tried).toHaveLength(1)
  expect(await run('none')).toMatchObject({ messages: [fault, 'There is no webhook none.'], exitCode: 1 })
  expect(await run(null, {} as never)).toMatchObject({ messages: ['WEBHOOKS_FILE is not set.'], exitCode: 1 })
})

it.each([
  [['test'], { webhook: null }],
  [['test', 'one'], { webhook: 'one' }],
  [['test', 'one', 'other'], undefined],
  [['send'], undefined],
  [[], undefined],
])('reads %j', (words, command) => {
  expect(readWebhooksCommand(words)).toEqual(command)
})
