/** What other features use of counting: the box that counts and totals what a filter matches. It is loaded when it is first shown. */
import { lazy } from 'react'
import { lazyChunk } from '../../ui/LazyBoundary.tsx'

export const Tally = lazy(lazyChunk(() => import('./Tally.tsx')))
