/** Audit packs: those that the gateway makes for this session, and those that it has open. To open or close one loads the page anew. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import { asFields } from '../contract/normal-records.ts'
import {
  type MadePack,
  madePacksPath,
  type OpenPack,
  type PackRequest,
  packKeysHeader,
  packNameHeader,
  packsPath,
} from '../contract/packs.ts'
import { needsAllRecords } from './failure.ts'
import { askSession } from './request.ts'

/** Milliseconds. A million records take some minutes to be written. */
const openingTimeout = 900_000

/** `keys`: a JWK set that its reader trusts beside the keys of this gateway. Throws as `getJson` does. */
export async function openPack(file: File, keys: string | null, signal: AbortSignal): Promise<void> {
  const headers = {
    'content-type': 'application/zip',
    [packNameHeader]: encodeURIComponent(file.name),
    ...(keys !== null && { [packKeysHeader]: base64url(keys) }),
  }
  const init = { method: 'POST', headers, body: file, timeout: openingTimeout, signal }
  const pack = await askSession(packsPath, init)
  if (!isPack(pack)) throw unexpectedBody(packsPath, 'an open pack', 'POST')
  window.location.assign(packAddress(pack.id))
}

export async function closePack(id: string): Promise<void> {
  await askSession(`${packsPath}/${id}`, { method: 'DELETE' })
}

export function packAddress(id: string): string {
  return `/packs/${id}/`
}

const openPacksQuery = queryOptions({
  queryKey: ['packs', 'open'] as const,
  async queryFn({ signal }): Promise<readonly OpenPack[]> {
    const packs = await askSession(packsPath, { signal })
    if (Array.isArray(packs) && packs.every(isPack)) return packs
    throw unexpectedBody(packsPath, 'open packs')
  },
})

export function useOpenPacks() {
  return useQuery(openPacksQuery)
}

/** Milliseconds. How far a pack is. */
const askedEvery = 1000

const madePacksQuery = queryOptions({
  queryKey: ['packs', 'made'] as const,
  async queryFn({ signal }): Promise<readonly MadePack[]> {
    const packs = await askSession(madePacksPath, { signal })
    if (Array.isArray(packs) && packs.every(isMadePack)) return packs
    throw unexpectedBody(madePacksPath, 'packs that are made')
  },
  refetchInterval: ({ state }) => state.data?.some(({ state }) => state === 'making') === true && askedEvery,
})

/** Of this session, the oldest first. `isWanted`: on every page only where this tab began one. */
export function useMadePacks(isWanted = true) {
  return useQuery({ ...madePacksQuery, enabled: isWanted })
}

/** Begins to make one, as soon as all records and their dates are there. */
export function useMakePack() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(asked: PackRequest): Promise<void> {
      await askSession(madePacksPath, { method: 'POST', json: asked })
      await client.invalidateQueries({ queryKey: madePacksQuery.queryKey })
    },
    retry: (_failures, error) => needsAllRecords(error),
    retryDelay: askedEvery,
  })
}

/** Stops making it, or removes it. */
export function useRemovePack() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(id: string): Promise<void> {
      await askSession(`${madePacksPath}/${id}`, { method: 'DELETE' })
      await client.invalidateQueries({ queryKey: madePacksQuery.queryKey })
    },
  })
}

export function madePackHref(id: string, fingerprint: string): string {
  return `${madePacksPath}/${id}?${new URLSearchParams({ fingerprint })}`
}

function isMadePack(body: unknown): body is MadePack {
  const fields = asFields(body)
  return (
    typeof fields?.id === 'string' && typeof fields.part === 'number' && typeof fields.period === 'string'
  )
}

function isPack(body: unknown): body is OpenPack {
  const fields = asFields(body)
  return typeof fields?.id === 'string' && typeof fields.name === 'string' && Array.isArray(fields.missing)
}

function base64url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
