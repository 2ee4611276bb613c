import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether it is open. Whoever follows a link that opens it finds it so. */
export function useOpened(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const { state, key } = useLocation()
  const [{ isOpen, askedAt }, set] = useState<{ isOpen: boolean; askedAt?: string }>({ isOpen: false })
  if (state === name && askedAt !== key) set({ isOpen: true, askedAt: key })
  return [isOpen, (open) => set({ isOpen: open, askedAt: key })]
}
