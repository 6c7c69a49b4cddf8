import { ExportButton } from '#club/exports/ExportButton.tsx'
import { FanListScreen } from '#office/fans/FanListScreen.tsx'

const Page = () => <FanListScreen fileOf={(asked) => <ExportButton type="fans" asked={asked} />} />
export default Page
