import { ProfileScreen } from '#club/brands/ProfileScreen.tsx'
import { brandHome } from '#office/home/contract.ts'

export default function ProfilePage() {
  return <ProfileScreen shownBy={[brandHome.getBrandHome]} />
}
