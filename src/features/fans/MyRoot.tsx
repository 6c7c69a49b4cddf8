import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toaster } from '../../ui/overlay/Toaster'

/** What a fan's own pages ask with. Loaded after the first paint, as all that depends on who looks. */
export const MyRoot = ({ children }: { children: ReactNode }) => {
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      {children}
      <Toaster />
    </QueryClientProvider>
  )
}
