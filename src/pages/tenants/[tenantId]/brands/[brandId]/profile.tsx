import { ProfileScreen } from '#club/brands/ProfileScreen.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { brandHome } from '#office/home/contract.ts'

export default function ProfilePage() {
  const { refresh } = useTenantUser()
  return <ProfileScreen shownBy={[brandHome.getBrandHome]} onSaved={refresh} />
}
