import { HomeScreen } from '#office/home/HomeScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'
import { acts } from '#program/acts.ts'

const HomePage = () => <HomeScreen acts={acts} />

export default portalPage(HomePage)
