import { ProfileScreen } from '#club/brands/ProfileScreen.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { brandHome } from '#office/home/contract.ts'
import { portalPage } from '#office/portal/portalPage.tsx'
import { usePinnableContents } from '#publishing/contents/usePinnableContents.ts'
import { usePinnableGoods } from '#shop/goods/usePinnableGoods.ts'

function ProfilePage() {
  const { refresh } = useTenantUser()
  const pinnable = { contents: usePinnableContents(), goods: usePinnableGoods() }
  return <ProfileScreen shownBy={[brandHome.getBrandHome]} onSaved={refresh} pinnable={pinnable} />
}

export default portalPage(ProfilePage)
