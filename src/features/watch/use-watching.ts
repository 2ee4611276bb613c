import { useReader } from '../../api/session.ts'
import { storePerReader } from '../../ui/browser-store.ts'
import { nothingWatched, readWatching, type Watching } from './watching.ts'

const storeOf = storePerReader<Watching>('watching', { parse: readWatching, serialise: JSON.stringify })

/** Null while nobody is signed in, and while a pack is open. */
export function useWatching() {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  const watching = store.useValue()
  if (reader === null) return null
  return {
    watching,
    /** Another tab may have changed it. */
    load: store.load,
    change: (changes: Partial<Watching>) => store.set({ ...store.load(), ...changes }),
  }
}

export function useIsWatched(id: string | null) {
  const kept = useWatching()
  const { watched, news } = kept?.watching ?? nothingWatched
  return {
    isWatched: id !== null && watched.includes(id),
    watch: (isWatched: boolean) => {
      if (id === null) return
      const others = watched.filter((one) => one !== id)
      kept?.change({
        watched: isWatched ? [...others, id] : others,
        news: news.filter((one) => one.id !== id),
      })
    },
    isPossible: kept !== null,
  }
}
