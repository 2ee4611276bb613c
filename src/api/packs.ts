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
import { acceptJson, getJson, sessionHeaders } from './request.ts'

/** Milliseconds. A million records take some minutes to be written. */
const openingTimeout = 900_000

/** `keys`: a JWK set that its reader trusts beside the keys of this gateway. Throws as `getJson` does. */
export async function openPack(file: File, keys: string | null, signal: AbortSignal): Promise<void> {
  const headers = {
    ...acceptJson,
    ...sessionHeaders(),
    'content-type': 'application/zip',
    [packNameHeader]: encodeURIComponent(file.name),
    ...(keys !== null && { [packKeysHeader]: base64url(keys) }),
  }
  const init = { method: 'POST', headers, body: file, timeout: openingTimeout }
  const pack = await getJson(packsPath, packsPath, signal, init)
  if (!isPack(pack)) throw unexpectedBody(packsPath, 'an open pack', 'POST')
  window.location.assign(packAddress(pack.id))
}

export async function closePack(id: string): Promise<void> {
  const path = `${packsPath}/${id}`
  await getJson(path, path, undefined, { method: 'DELETE', headers: { ...acceptJson, ...sessionHeaders() } })
}

/** Of its first page. */
export function packAddress(id: string): string {
  return `/packs/${id}/`
}

const openPacksQuery = queryOptions({
  queryKey: ['packs'] as const,
  async queryFn({ signal }): Promise<readonly OpenPack[]> {
    const headers = { ...acceptJson, ...sessionHeaders() }
    const packs = await getJson(packsPath, packsPath, signal, { headers })
    if (Array.isArray(packs) && packs.every(isPack)) return packs
    throw unexpectedBody(packsPath, 'open packs')
  },
})

/** All that this session has open. */
export function useOpenPacks() {
  return useQuery(openPacksQuery)
}

/** Milliseconds. How far a pack is. */
const askedEvery = 1000

const madePacksQuery = queryOptions({
  queryKey: ['made-packs'] as const,
  async queryFn({ signal }): Promise<readonly MadePack[]> {
    const headers = { ...acceptJson, ...sessionHeaders() }
    const packs = await getJson(madePacksPath, madePacksPath, signal, { headers })
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
      const headers = { ...acceptJson, ...sessionHeaders(), 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(asked) }
      const pack = await getJson(madePacksPath, madePacksPath, undefined, init)
      if (!isMadePack(pack)) throw unexpectedBody(madePacksPath, 'a pack in the making', 'POST')
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
      const path = `${madePacksPath}/${id}`
      const headers = { ...acceptJson, ...sessionHeaders() }
      await getJson(path, path, undefined, { method: 'DELETE', headers })
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
