import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Guard, TenantUserProvider } from '#club/identity/session.tsx'
import { Toaster } from '#ui/overlay/Toaster.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { PortalFrame } from './PortalFrame'

/** The frame of every portal page; `shell` is false for pages without the sidebar, such as the login. */
export const PortalRoot = ({ shell, children }: { shell: boolean; children: ReactNode }) => {
  // Inside the component: a client at module level would be shared by everybody whom a server renders for.
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      <TenantUserProvider>
        {shell ? (
          // Outside of the guard: what is rendered before anybody is known has its words named in the page, and ready.
          <PortalWords>
            <Guard>
              <PortalFrame>{children}</PortalFrame>
            </Guard>
          </PortalWords>
        ) : (
          <Guard>{children}</Guard>
        )}
      </TenantUserProvider>
      <Toaster />
    </QueryClientProvider>
  )
}
