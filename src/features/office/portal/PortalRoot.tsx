import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Guard, TenantUserProvider } from '#club/identity/session.tsx'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
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
        <Guard>
          {shell ? (
            // Inside of the guard, which the server stops at: what is hydrated must not wait for words that this script brings.
            <UntilWords fallback={<LoadingScreen />}>
              <PortalWords>
                <PortalFrame>{children}</PortalFrame>
              </PortalWords>
            </UntilWords>
          ) : (
            children
          )}
        </Guard>
      </TenantUserProvider>
      <Toaster />
    </QueryClientProvider>
  )
}
