import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { lazyChunk } from '../ui/LazyBoundary.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session-followed.ts'

// A page is fetched when it is first opened: nobody waits for the others.
const SignInPage = lazy(lazyChunk(() => import('./sign-in/index.tsx')))
const OverviewPage = lazy(lazyChunk(() => import('./overview/index.tsx')))
const TransactionsPage = lazy(lazyChunk(() => import('./transactions/index.tsx')))
const TransactionPage = lazy(lazyChunk(() => import('./transactions/one.tsx')))
const BalancesPage = lazy(lazyChunk(() => import('./balances/index.tsx')))
const VaultsPage = lazy(lazyChunk(() => import('./vaults/index.tsx')))
const VaultPage = lazy(lazyChunk(() => import('./vaults/one.tsx')))
const WhitelistsPage = lazy(lazyChunk(() => import('./whitelists/index.tsx')))
const WhitelistPage = lazy(lazyChunk(() => import('./whitelists/one.tsx')))
const CheckPage = lazy(lazyChunk(() => import('./check/index.tsx')))
const HygienePage = lazy(lazyChunk(() => import('./hygiene/index.tsx')))
const ReconciliationPage = lazy(lazyChunk(() => import('./reconciliation/index.tsx')))
const VerifyPage = lazy(lazyChunk(() => import('./verify/index.tsx')))

/** The whole console: every address and the page that it shows. */
export function App() {
  const [client] = useState(createQueryClient)
  return (
    <CrashBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <SessionFollowed />
          <Suspense>
            <Routes>
              <Route path="/sign-in" element={<SignInPage />} />
              <Route element={<Shell />}>
                <Route index element={<OverviewPage />} />
                <Route path="/transactions" element={<TransactionsPage />} />
                <Route path="/transactions/:id" element={<TransactionPage />} />
                <Route path="/balances" element={<BalancesPage />} />
                <Route path="/balances/:type" element={<BalancesPage />} />
                <Route path="/vaults" element={<VaultsPage />} />
                <Route path="/vaults/:id" element={<VaultPage />} />
                <Route path="/whitelists" element={<WhitelistsPage />} />
                <Route path="/whitelists/hygiene" element={<HygienePage />} />
                <Route path="/whitelists/:id" element={<WhitelistPage />} />
                <Route path="/check" element={<CheckPage />} />
                <Route path="/reconciliation" element={<ReconciliationPage />} />
                <Route path="/verify" element={<VerifyPage />} />
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Routes>
          </Suspense>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}

function SessionFollowed() {
  useSessionFollowed()
  return null
}
