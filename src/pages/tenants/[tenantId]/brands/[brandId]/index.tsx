import { HomeScreen } from '#office/home/HomeScreen.tsx'
import { acts } from '#program/acts.ts'

const HomePage = () => <HomeScreen acts={acts} />

export default HomePage
