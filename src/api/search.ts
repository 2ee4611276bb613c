import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { longestPasted } from '../contract/endpoints.ts'
import { asFields } from '../contract/normal-records.ts'
import { type SearchAnswer, searchEndpoint } from '../contract/search.ts'
import { needsAllRecords } from './failure.ts'
import { recordsQuery } from './records.ts'

/** Keeps the previous results until the new ones come. An empty text asks for nothing. */
export function useSearch(text: string, isWanted: boolean) {
  const query = new URLSearchParams({ text: text.slice(0, longestPasted) })
  return useQuery({
    ...recordsQuery('search', `${searchEndpoint.path}?${query}`, isSearch, 'what a search found'),
    enabled: isWanted && text !== '',
    placeholderData: keepPreviousData,
    // A figure may wait for dates that are still being found, and an id for the page that has it.
    refetchInterval: ({ state }) =>
      (state.data?.answer?.rows === null || needsAllRecords(state.error)) && askedEvery,
  })
}

/** Milliseconds. */
const askedEvery = 1000

function isSearch(body: unknown): body is SearchAnswer {
  const groups = asFields(body)?.groups
  return Array.isArray(groups) && groups.every((group) => Array.isArray(asFields(group)?.hits))
}
