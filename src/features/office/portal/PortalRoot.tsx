import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Guard, TenantUserProvider } from '#club/identity/session.tsx'
import { Toaster } from '#ui/overlay/Toaster.tsx'
import { PortalFrame } from './PortalFrame'

/** The frame of every portal page; `shell` is false for pages without the sidebar, such as the login. */
export const PortalRoot = ({ shell, children }: { shell: boolean; children: ReactNode }) => {
  // Inside the component: a client at module level would be shared by everybody whom a server renders for.
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      <TenantUserProvider>
        <Guard>{shell ? <PortalFrame>{children}</PortalFrame> : children}</Guard>
      </TenantUserProvider>
      <Toaster />
    </QueryClientProvider>
  )
}
