/** No export is lost for want of a signature, and why there is none is said. */
import { afterEach, expect, test, vi } from 'vitest'
import { sessionMarkHeader } from '../contract/session.ts'
import { factsDigest, seal, signAtGateway } from './seal.ts'
import { wholeFacts } from './testing/facts.ts'

afterEach(() => vi.unstubAllGlobals())

const facts = wholeFacts()
const signed = {
  facts_sha256: factsDigest(facts),
  signed_at: '2026-11-21T15:03:30.000Z',
  service: facts.service.address,
  account: null,
  mark: 'm',
  key_id: 'k',
  signature: 's',
}

async function sealed(answer: (request: Request) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    answer(new Request(new URL(path, 'http://console.invalid'), init)),
  )
  return (await seal(facts, { list: 'transactions', ...facts.file }, signAtGateway('my-mark'))).signature
}

test('the digest is signed in the session in which was read, and in no other', async () => {
  const asked: unknown[] = []
  const signature = await sealed(async (request) => {
    asked.push(request.headers.get(sessionMarkHeader), await request.json())
    return Response.json(signed)
  })
  expect(signature).toEqual(signed)
  expect(asked).toEqual([
    'my-mark',
    { facts_sha256: factsDigest(facts), service: facts.service.address, account: null },
  ])
})

test.each<[string, () => Response, string]>([
  ['offline', () => Response.error(), 'The gateway could not be reached to sign it.'],
  [
    'a refusal',
    () =>
      Response.json(
        { error_code: 'GTW-08', details: 'This gateway has no key to sign with.', code: '500' },
        { status: 500 },
      ),
    'The gateway did not sign it: This gateway has no key to sign with. (GTW-08)',
  ],
  ['something else', () => Response.json({}), 'The gateway did not answer with a signature of these facts.'],
  [
    'a signature of something else',
    () => Response.json({ ...signed, facts_sha256: '0'.repeat(64) }),
    'The gateway did not answer with a signature of these facts.',
  ],
])('unsigned, with the reason: %s', async (_, answer, unsigned) => {
  expect(
    await sealed(() => {
      const response = answer()
      if (response.type === 'error') throw new TypeError('Failed to fetch')
      return response
    }),
  ).toEqual({ unsigned })
})
