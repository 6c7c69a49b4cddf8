import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toaster } from '#ui/overlay/Toaster.tsx'

/** Query client for a fan's own pages. Loaded after the first paint, like everything that depends on the reader. */
export const MyRoot = ({ children }: { children: ReactNode }) => {
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      {children}
      <Toaster />
    </QueryClientProvider>
  )
}
