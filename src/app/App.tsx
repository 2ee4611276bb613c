import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { sessionOfPage } from '../api/first-answer.ts'
import { createQueryClient } from '../api/query-client.ts'
import { lazyChunk } from '../ui/LazyBoundary.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session-followed.ts'

// A page is fetched when it is first opened: nobody waits for the others.
const SignInPage = lazy(lazyChunk(() => import('./sign-in/SignInPage.tsx')))
const OverviewPage = lazy(lazyChunk(() => import('../features/overview/OverviewPage.tsx')))
const TransactionsPage = lazy(lazyChunk(() => import('../features/transactions/TransactionsPage.tsx')))
const TransactionPage = lazy(lazyChunk(() => import('../features/transactions/TransactionPage.tsx')))
const BalancesPage = lazy(lazyChunk(() => import('../features/balances/BalancesPage.tsx')))
const VaultsPage = lazy(lazyChunk(() => import('../features/vaults/VaultsPage.tsx')))
const VaultPage = lazy(lazyChunk(() => import('../features/vaults/VaultPage.tsx')))
const WhitelistsPage = lazy(lazyChunk(() => import('../features/whitelists/WhitelistsPage.tsx')))
const WhitelistPage = lazy(lazyChunk(() => import('../features/whitelists/WhitelistPage.tsx')))
const CheckPage = lazy(lazyChunk(() => import('../features/check/CheckPage.tsx')))
const HygienePage = lazy(lazyChunk(() => import('../features/hygiene/HygienePage.tsx')))
const ReconciliationPage = lazy(lazyChunk(() => import('../features/reconciliation/ReconciliationPage.tsx')))
const VerifyPage = lazy(lazyChunk(() => import('../features/export/verify/VerifyPage.tsx')))

/** The whole console: every address and the page that it shows. */
export function App() {
  const [client] = useState(() => createQueryClient(sessionOfPage()))
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
