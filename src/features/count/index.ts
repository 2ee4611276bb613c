/** What other features use of counting, loaded when it is first shown. */
import { lazy } from 'react'
import { lazyChunk } from '../../ui/lazy.tsx'

/** Counts and totals what a filter lists. */
export const Tally = lazy(lazyChunk(() => import('./Tally.tsx')))

/** Every transaction of the books with an address. */
export const AddressHistory = lazy(lazyChunk(() => import('./address-history.tsx')))
